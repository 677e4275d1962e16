package io.seckill.admin.order;

import io.seckill.admin.web.Answers;
import io.seckill.admin.web.Query;
import io.seckill.common.Result;
import io.seckill.common.SeckillException;
import io.seckill.service.order.OrderSearch;
import io.seckill.service.order.OrderView;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Locale;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Finds orders, for programs. */
@RestController
class OrderEndpoint {

    private final OrderSearch search;
    private final Answers answers;

    OrderEndpoint(OrderSearch search, Answers answers) {
        this.search = search;
        this.answers = answers;
    }

    /**
     * By {@code orderId}, if it is stored; or by {@code userId}, of all activities or of {@code activityId}, paged by
     * {@code before} (an order's id) and {@code limit}.
     */
    @GetMapping("/admin/api/orders")
    ResponseEntity<Result<List<OrderJson>>> search(HttpServletRequest request, Locale locale) {
        List<OrderJson> found =
                find(Query.of(request)).stream().map(OrderJson::of).toList();
        return answers.ok(found, locale);
    }

    private List<OrderView> find(Query asked) {
        Long orderId = asked.id("orderId");
        if (orderId != null) {
            return search.byId(orderId);
        }
        Long userId = asked.id("userId");
        if (userId == null) {
            throw SeckillException.invalid("userId", "required");
        }
        return search.ofUser(userId, asked.id("activityId"), asked.before(), asked.limit());
    }
}
