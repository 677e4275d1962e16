package io.seckill.api.docs;

import io.seckill.api.web.Answers;
import io.seckill.api.web.EdgeOrder;
import io.seckill.common.ErrorCode;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.info.License;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.swagger.v3.oas.models.servers.Server;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/** {@code /v3/api-docs}, and {@code /swagger-ui.html} to try the calls; on in the profile {@code dev}. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty("springdoc.api-docs.enabled")
class ApiDocsConfiguration {

    /** Swagger UI writes styles into its page and draws with data addresses; its scripts are files. */
    private static final String UI_POLICY = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline';"
            + " img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'";

    private final Schemas schemas = new Schemas();

    @Bean
    CallDescriber callDescriber(Answers answers, JsonMapper json) throws IOException {
        return new CallDescriber(schemas, new Examples(answers, json));
    }

    @Bean
    OpenAPI openApi(Answers answers, JsonMapper json) throws IOException {
        Examples examples = new Examples(answers, json);
        return new OpenAPI()
                .info(new Info()
                        .title("Seckill")
                        .version("1")
                        .description(description(examples))
                        .license(new License().name("Apache-2.0").identifier("Apache-2.0")))
                .servers(List.of(new Server().url("/")))
                .components(new Components()
                        .addSecuritySchemes(CallDescriber.BUYER, token())
                        .addSecuritySchemes(CallDescriber.PRETENDED_BUYER, parameter()));
    }

    private static SecurityScheme token() {
        return new SecurityScheme()
                .type(SecurityScheme.Type.HTTP)
                .scheme("bearer")
                .bearerFormat("JWT")
                .description(
                        "For a server with `seckill.identity.mode=jwt`: the buyer's token. With `header` a gateway in front"
                                + " names the buyer, and there is nothing to enter.");
    }

    private static SecurityScheme parameter() {
        return new SecurityScheme()
                .type(SecurityScheme.Type.APIKEY)
                .in(SecurityScheme.In.QUERY)
                .name("userId")
                .description(
                        "For a server with `seckill.identity.mode=param`, as scripts/start.sh runs it for development:"
                                + " any number from 1 to 9223372036854775807, such as 900042; another number is another buyer.");
    }

    /** Only what answers are made of: what was found of arguments is described as parameters. */
    @Bean
    OpenApiCustomizer onlyOurSchemas() {
        return api -> api.getComponents().setSchemas(new LinkedHashMap<>(schemas.components()));
    }

    @Bean
    @ConditionalOnBooleanProperty("springdoc.swagger-ui.enabled")
    FilterRegistrationBean<Filter> swaggerUiPolicy() {
        FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>((request, response, chain) -> {
            ((HttpServletResponse) response).setHeader("Content-Security-Policy", UI_POLICY);
            chain.doFilter(request, response);
        });
        registration.addUrlPatterns("/swagger-ui/*");
        registration.setOrder(EdgeOrder.ADDRESS);
        return registration;
    }

    private static String description(Examples examples) {
        return """
                The calls of a flash sale. Every answer is `{"code","message","data"}`: `code` is stable English, `message` \
                follows `Accept-Language` (zh-CN, en), 64-bit ids are strings, times are ISO-8601. Parameters travel in the \
                query; a body is refused unread except where one is described. A definite no means that nothing was \
                placed; `CONFIRMING` means that nobody knows yet: ask for the status. Asking again is always safe, a buyer \
                has one live order of an activity.

                A 401 means that the call did not say who is buying. To try calls here, press *Authorize* and enter a \
                `userId`, such as 900042, if the server runs with `seckill.identity.mode=param` (`scripts/start.sh` \
                does), or a token with `jwt`.

                | code | HTTP | meaning |
                |---|---|---|
                """
                + Arrays.stream(ErrorCode.values())
                        .filter(code -> code != ErrorCode.ALREADY_WARM && code != ErrorCode.STOCK_NOT_CONFIGURED)
                        .map(code -> "| `%s` | %d | %s |".formatted(code, code.httpStatus(), examples.meaning(code)))
                        .collect(Collectors.joining("\n"));
    }
}
