package io.seckill.api.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.api.support.Reply;
import io.seckill.api.support.RunningApi;
import io.seckill.api.support.Users;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.http.HttpStatus;
import org.springframework.mock.web.MockHttpServletRequest;

@ExtendWith(OutputCaptureExtension.class)
class ErrorsTest {

    private final RunningApi api = RunningApi.standard();
    private final long user = Users.next();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/nowhere",
                "/storefront/style.css",
                "/seckill-api-static/storefront/style.css",
                "/favicon.ico",
                "/index.html",
                "/login",
                "/logout",
                "/error",
                "/seckill",
                "/admin",
                "/actuator/env",
                "/actuator/heapdump",
                "/actuator/logfile",
                "/actuator/shutdown",
                "/webjars/x.js",
                "/css/console.css"
            })
    void an_address_where_nothing_lives_is_not_found(String path) {
        assertThat(api.get(path).outcome()).isEqualTo("404 NOT_FOUND");
    }

    @Test
    void a_method_that_an_address_does_not_know_is_refused_and_those_it_knows_are_told() {
        Reply reply = api.get("/seckill/order?userId=" + user);
        assertThat(reply.outcome()).isEqualTo("405 METHOD_NOT_ALLOWED");
        assertThat(reply.header("Allow")).isEqualTo("POST");
        assertThat(api.post("/seckill/order/status?userId=" + user).outcome()).isEqualTo("405 METHOD_NOT_ALLOWED");
        assertThat(api.post("/seckill/activities").outcome()).isEqualTo("405 METHOD_NOT_ALLOWED");
        assertThat(api.send(api.request("/seckill/order?userId=" + user)
                                .method("PROPFIND", BodyPublishers.noBody())
                                .build())
                        .outcome())
                .isEqualTo("405 METHOD_NOT_ALLOWED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/html", "application/xml", "image/*", "garbage", "*/*;q=0"})
    void the_answer_has_one_form_whatever_would_be_accepted(String accept) {
        assertThat(api.get("/seckill/activities", "Accept", accept).outcome()).isEqualTo("200 OK");
        assertThat(api.get("/nowhere", "Accept", accept).outcome()).isEqualTo("404 NOT_FOUND");
    }

    @Test
    void a_fault_of_ours_is_logged_once_under_a_number_and_told_by_that_number_alone(CapturedOutput output) {
        Failures failures = new Failures(new Answers(new Texts()));
        ApiErrorController outsideMvc = new ApiErrorController(failures);
        MockHttpServletRequest request = new MockHttpServletRequest();
        request.setAttribute("jakarta.servlet.error.exception", new IllegalStateException("secret detail"));
        var answer = outsideMvc.error(request, Locale.ENGLISH);
        assertThat(answer.getStatusCode()).isEqualTo(HttpStatus.INTERNAL_SERVER_ERROR);
        String told = String.valueOf(answer.getBody());
        assertThat(told).contains("INTERNAL_ERROR").doesNotContain("secret", "Exception", "java");
        String number = told.replaceAll("(?s).*errorId=([0-9a-f]{8}).*", "$1");
        assertThat(output.toString().split(number, -1))
                .as("times it was logged")
                .hasSize(2);
        assertThat(output).contains("secret detail");
    }

    @Test
    void health_is_there_for_machines() {
        assertThat(api.get("/actuator/health").status()).isEqualTo(200);
        assertThat(api.get("/actuator/health").http().body()).doesNotContain("redis", "version");
    }
}
