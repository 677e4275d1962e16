package io.seckill.admin.security;

import io.seckill.admin.web.KeptForm;
import io.seckill.admin.web.SignInAgain;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.authentication.AuthenticationFailureHandler;
import org.springframework.security.web.authentication.AuthenticationSuccessHandler;
import org.springframework.security.web.authentication.logout.LogoutSuccessHandler;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.web.filter.OncePerRequestFilter;

/** What is told to whoever signs in: to wait, before the password is looked at; the way in; that it was wrong. */
final class SignInGate extends OncePerRequestFilter
        implements AuthenticationSuccessHandler, AuthenticationFailureHandler, LogoutSuccessHandler {

    static final String PAGE = "/login";
    static final String HOME = "/activities";

    private static final RequestMatcher SIGN_IN =
            PathPatternRequestMatcher.withDefaults().matcher(HttpMethod.POST, PAGE);

    private final SignInThrottle throttle;
    private final ClientAddresses addresses;
    private final SignInNotes notes;
    private final KnownBrowsers browsers = new KnownBrowsers();

    SignInGate(SignInThrottle throttle, ClientAddresses addresses, SignInNotes notes) {
        this.throttle = throttle;
        this.addresses = addresses;
        this.notes = notes;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return !SIGN_IN.matches(request);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        ClientAddresses.Client client = addresses.of(request);
        SignInThrottle.Wait wait = throttle.begin(origin(request, client), typed(request));
        if (wait == null) {
            chain.doFilter(request, response);
            return;
        }
        long seconds = roundedUp(wait.time());
        if (wait.first()) {
            notes.throttled(typed(request), client.text(), seconds);
        }
        response.setHeader(HttpHeaders.RETRY_AFTER, Long.toString(seconds));
        new SignInAgain("wait", seconds, kept(request).map(KeptForm::text).orElse(null))
                .show(HttpStatus.TOO_MANY_REQUESTS.value(), request, response);
    }

    private static long roundedUp(Duration wait) {
        return Math.max(1, wait.plusSeconds(1).minusNanos(1).toSeconds());
    }

    @Override
    public void onAuthenticationSuccess(HttpServletRequest request, HttpServletResponse response, Authentication user)
            throws IOException {
        ClientAddresses.Client client = addresses.of(request);
        throttle.succeeded(origin(request, client), typed(request));
        StrangersSessions.lengthen(request);
        browsers.remember(request, response, typed(request));
        notes.signedIn(user.getName(), client.text());
        Optional<KeptForm> kept = kept(request);
        kept.ifPresent(form -> form.leave(request));
        response.sendRedirect(
                request.getContextPath() + kept.map(KeptForm::page).orElse(HOME));
    }

    @Override
    public void onAuthenticationFailure(
            HttpServletRequest request, HttpServletResponse response, AuthenticationException fault)
            throws IOException {
        notes.failed(typed(request), addresses.of(request).text());
        Optional<KeptForm> kept = kept(request);
        if (kept.isPresent()) {
            new SignInAgain("wrong", 0, kept.get().text()).show(HttpStatus.UNAUTHORIZED.value(), request, response);
        } else {
            response.sendRedirect(request.getContextPath() + PAGE + "?error");
        }
    }

    @Override
    public void onLogoutSuccess(HttpServletRequest request, HttpServletResponse response, @Nullable Authentication user)
            throws IOException {
        if (user != null) {
            notes.signedOut(user.getName(), addresses.of(request).text());
        }
        response.sendRedirect(request.getContextPath() + PAGE + "?out");
    }

    /** What the sign-in page carried along. The token that every sign-in needs keeps others from putting it there. */
    private static Optional<KeptForm> kept(HttpServletRequest request) {
        return Optional.ofNullable(request.getParameter("kept")).flatMap(KeptForm::read);
    }

    /** What its tries are counted by. */
    private String origin(HttpServletRequest request, ClientAddresses.Client client) {
        return browsers.recognise(request, typed(request))
                .map(number -> "browser:" + number)
                .orElse(client.key());
    }

    private static String typed(HttpServletRequest request) {
        String name = request.getParameter("username");
        return name == null ? "" : name;
    }
}
