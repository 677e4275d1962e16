package io.seckill.admin.security;

import static org.springframework.security.config.Customizer.withDefaults;

import com.github.benmanes.caffeine.cache.Ticker;
import jakarta.servlet.DispatcherType;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.UsernamePasswordAuthenticationFilter;
import org.springframework.security.web.header.HeaderWriterFilter;
import org.springframework.security.web.header.writers.CrossOriginOpenerPolicyHeaderWriter.CrossOriginOpenerPolicy;
import org.springframework.security.web.header.writers.CrossOriginResourcePolicyHeaderWriter.CrossOriginResourcePolicy;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;

/**
 * Sign-in by form with a session; the session's id changes at sign-in; every change carries a token. Whoever reads needs
 * to be signed in, whoever does anything else to be an operator. Pages load nothing but this server's own style sheets,
 * scripts and pictures, and nothing of that is inline.
 */
@Configuration(proxyBeanMethods = false)
class SecurityConfiguration {

    private static final String CONTENT_SECURITY_POLICY =
            "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self';"
                    + " form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    private static final String OPERATOR = Role.OPERATOR.name();
    private static final String VIEWER = Role.VIEWER.name();

    @Bean
    SecurityFilterChain console(
            HttpSecurity http,
            AccessRefusal refusal,
            SignInProperties settings,
            ClientAddresses addresses,
            SignInNotes notes) {
        SignInGate gate = new SignInGate(new SignInThrottle(settings, Ticker.systemTicker()), addresses, notes);
        return http.authorizeHttpRequests(requests -> requests.dispatcherTypeMatchers(
                                // Of a request that was let in: its stream ends, or it failed.
                                DispatcherType.ASYNC, DispatcherType.ERROR)
                        .permitAll()
                        .requestMatchers("/login", "/console.css", "/console.js", "/icon.svg")
                        .permitAll()
                        .requestMatchers(EndpointRequest.to("health"))
                        .permitAll()
                        .requestMatchers(EndpointRequest.toAnyEndpoint())
                        .hasRole(OPERATOR)
                        // A form, and nothing else: of no use to whoever may not send it.
                        .requestMatchers(
                                "/activities/new",
                                "/activities/*/edit",
                                "/activities/*/warm-up",
                                "/activities/*/close",
                                "/activities/*/delete",
                                "/activities/*/rebuild")
                        .hasRole(OPERATOR)
                        .requestMatchers(HttpMethod.GET)
                        .hasAnyRole(VIEWER, OPERATOR)
                        .requestMatchers(HttpMethod.HEAD)
                        .hasAnyRole(VIEWER, OPERATOR)
                        .anyRequest()
                        .hasRole(OPERATOR))
                // To the list, or back to a form of this console's own: no address is kept, so none can be planted.
                .requestCache(cache -> cache.disable())
                .addFilterAfter(new ParameterGate(), HeaderWriterFilter.class)
                .addFilterBefore(gate, UsernamePasswordAuthenticationFilter.class)
                .formLogin(form ->
                        form.loginPage(SignInGate.PAGE).successHandler(gate).failureHandler(gate))
                .logout(logout -> logout.logoutSuccessHandler(gate))
                .sessionManagement(session -> session.sessionFixation(fixation -> fixation.changeSessionId()))
                .csrf(withDefaults())
                .exceptionHandling(
                        faults -> faults.authenticationEntryPoint(refusal).accessDeniedHandler(refusal))
                .headers(headers -> headers.contentSecurityPolicy(
                                policy -> policy.policyDirectives(CONTENT_SECURITY_POLICY))
                        .referrerPolicy(policy -> policy.policy(ReferrerPolicy.SAME_ORIGIN))
                        .crossOriginOpenerPolicy(policy -> policy.policy(CrossOriginOpenerPolicy.SAME_ORIGIN))
                        .crossOriginResourcePolicy(policy -> policy.policy(CrossOriginResourcePolicy.SAME_ORIGIN)))
                .build();
    }

    @Bean
    PasswordEncoder passwordEncoder(UserProperties settings) {
        int cost = Stream.concat(
                        Stream.of(OptionalInt.of(PasswordRules.COST)),
                        settings.all().stream().map(user -> PasswordRules.cost(user.password())))
                .filter(OptionalInt::isPresent)
                .mapToInt(OptionalInt::getAsInt)
                .max()
                .orElseThrow();
        return PasswordRules.encoder(cost);
    }

    @Bean
    UserDetailsService consoleUsers(UserProperties settings, PasswordEncoder encoder, Environment environment) {
        return ConsoleUsers.of(settings, encoder, environment);
    }
}
