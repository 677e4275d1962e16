package io.seckill.admin.order;

import io.seckill.admin.web.ConsoleZone;
import io.seckill.admin.web.Query;
import io.seckill.admin.web.RequestId;
import io.seckill.admin.web.SearchForm;
import io.seckill.admin.web.Texts;
import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import io.seckill.service.order.OrderSearch;
import io.seckill.service.order.OrderView;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;

/** Orders, for people: found by order, user or activity, each with its whole history. */
@Controller
@RequestMapping("/orders")
class OrderPage {

    private final OrderSearch search;
    private final OrderHistory history;
    private final ConsoleZone zone;
    private final Texts texts;

    OrderPage(OrderSearch search, OrderHistory history, ConsoleZone zone, Texts texts) {
        this.search = search;
        this.history = history;
        this.zone = zone;
        this.texts = texts;
    }

    @GetMapping
    String find(HttpServletRequest request, HttpServletResponse response, Model model, Locale locale) {
        SearchForm asked = SearchForm.of(request);
        Long orderId = asked.id("orderId");
        Long userId = asked.id("userId");
        Long activityId = asked.id("activityId");
        long before = asked.before();
        int limit = asked.limit();
        if (orderId != null && history.of(orderId, userId) != null) {
            return "redirect:/orders/" + orderId + (userId == null ? "" : "?userId=" + userId);
        }
        List<OrderView> found =
                asked.find(() -> orderId == null ? found(userId, activityId, before, limit) : List.of());
        model.addAttribute("searched", orderId != null || userId != null || activityId != null);
        model.addAttribute(
                "rows", found.stream().map(order -> OrderLine.of(order, zone)).toList());
        model.addAttribute("next", next(found, limit));
        model.addAttribute("userId", Objects.toString(userId, null));
        model.addAttribute("activityId", Objects.toString(activityId, null));
        model.addAttribute("zone", zone.label());
        asked.show(model, texts, locale, response);
        return "orders";
    }

    private List<OrderView> found(@Nullable Long userId, @Nullable Long activityId, long before, int limit) {
        if (userId != null) {
            return search.ofUser(userId, activityId, before, limit);
        }
        return activityId == null ? search.newest(before, limit) : search.ofActivity(activityId, before, limit);
    }

    /** Of a user those that wait come first and are no rows: the page is full by what follows them. */
    private static @Nullable String next(List<OrderView> found, int limit) {
        Stream<OrderView> stored = found.stream().filter(OrderLine::isStored);
        return stored.count() < limit
                ? null
                : Long.toString(found.get(found.size() - 1).orderId());
    }

    /** An order that waits to be stored is found by its user, whom a link from the list names. */
    @GetMapping("/{id}")
    String one(@PathVariable String id, HttpServletRequest request, Model model) {
        long orderId = RequestId.read("orderId", id);
        OrderHistory.Story story = history.of(orderId, Query.of(request).id("userId"));
        if (story == null) {
            throw new SeckillException(ErrorCode.ORDER_NOT_FOUND, "order " + orderId + " is nowhere");
        }
        model.addAttribute("story", story);
        model.addAttribute("zone", zone.label());
        return "order";
    }
}
