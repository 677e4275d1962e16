package io.seckill.api.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.seckill.api.support.Reply;
import io.seckill.api.support.RunningApi;
import io.seckill.api.support.Sale;
import io.seckill.api.support.Users;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The short way of an order: nobody outside can tell it from Spring MVC's. */
class OrderDoorTest {

    private final RunningApi api = RunningApi.standard();

    @Test
    void every_answer_says_how_long_it_is() {
        Sale sale = Sale.of(api, 1);
        long user = Users.next();
        Stream<Reply> answers = Stream.of(
                api.order(sale.id(), user),
                api.order(sale.id(), user),
                api.order(sale.id(), Users.next()),
                api.order(sale.id(), Users.next(), 7),
                api.status(sale.id(), user),
                api.get("/seckill/activities/" + sale.id()),
                api.get("/nowhere"));

        assertThat(answers).allSatisfy(answer -> {
            assertThat(answer.header("Content-Length")).isNotEmpty();
            assertThat(answer.header("Transfer-Encoding")).isEmpty();
            assertThat(answer.header("Content-Type")).isEqualTo("application/json");
            assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
        });
    }

    @Test
    void the_meters_know_it_by_its_path() {
        Sale sale = Sale.of(api, 1);
        MeterRegistry meters = api.context().getBean(MeterRegistry.class);
        double before = orders(meters);

        api.order(sale.id(), Users.next());

        // Counted when the request is over, which its answer may overtake.
        await().until(() -> orders(meters) > before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/seckill/order/", "//seckill/order", "/seckill//order", "/x/../seckill/order", "/seckill/ORDER"
            })
    void another_spelling_of_the_path_is_another_path(String path) {
        Sale sale = Sale.of(api, 1);

        Reply answer = api.post(path + "?activityId=" + sale.id() + "&userId=" + Users.next());

        assertThat(answer.status()).isIn(400, 401, 404, 405);
        assertThat(sale.redisStock()).isEqualTo("1");
    }

    @Test
    void other_methods_go_on_to_spring_mvc() {
        assertThat(api.get("/seckill/order?userId=" + Users.next()).outcome()).isEqualTo("405 METHOD_NOT_ALLOWED");
    }

    private static double orders(MeterRegistry meters) {
        return meters.find("http.server.requests").tag("uri", "/seckill/order").timers().stream()
                .mapToDouble(timer -> timer.count())
                .sum();
    }
}
