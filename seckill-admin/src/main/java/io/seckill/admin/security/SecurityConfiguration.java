package io.seckill.admin.security;

import static org.springframework.security.config.Customizer.withDefaults;

import jakarta.servlet.DispatcherType;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;

/**
 * Sign-in by form with a session; the session's id changes at sign-in; every change carries a token. Pages load nothing
 * but this server's own style sheet: there is no script, inline or otherwise.
 */
@Configuration(proxyBeanMethods = false)
class SecurityConfiguration {

    private static final String CONTENT_SECURITY_POLICY =
            "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    private static final String ROLE = "OPERATOR";

    @Bean
    SecurityFilterChain console(HttpSecurity http, AccessRefusal refusal) {
        return http.authorizeHttpRequests(requests -> requests.dispatcherTypeMatchers(DispatcherType.ERROR)
                        .permitAll()
                        .requestMatchers("/login", "/console.css", "/favicon.ico")
                        .permitAll()
                        .requestMatchers(EndpointRequest.to("health"))
                        .permitAll()
                        .anyRequest()
                        .hasRole(ROLE))
                // Always to the list: no address from before the sign-in is kept, so none can be planted.
                .requestCache(cache -> cache.disable())
                .formLogin(form -> form.loginPage("/login").defaultSuccessUrl("/activities", true))
                .logout(logout -> logout.logoutSuccessUrl("/login?out"))
                .sessionManagement(session -> session.sessionFixation(fixation -> fixation.changeSessionId()))
                .csrf(withDefaults())
                .exceptionHandling(
                        faults -> faults.authenticationEntryPoint(refusal).accessDeniedHandler(refusal))
                .headers(headers -> headers.contentSecurityPolicy(
                                policy -> policy.policyDirectives(CONTENT_SECURITY_POLICY))
                        .referrerPolicy(policy -> policy.policy(ReferrerPolicy.SAME_ORIGIN)))
                .build();
    }

    @Bean
    PasswordEncoder passwordEncoder() {
        return new BCryptPasswordEncoder();
    }

    @Bean
    UserDetailsService operator(OperatorProperties properties, PasswordEncoder encoder) {
        String password = properties.requirePassword();
        return new InMemoryUserDetailsManager(User.withUsername(properties.username())
                .password(encoder.encode(password))
                .roles(ROLE)
                .build());
    }
}
