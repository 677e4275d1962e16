package io.seckill.admin.activity;

import io.seckill.admin.web.RequestId;
import java.util.Map;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/** All of one activity, and what can be done to it. */
@Controller
class ActivityPage {

    private final ActivityScreen screen;

    ActivityPage(ActivityScreen screen) {
        this.screen = screen;
    }

    @GetMapping("/activities/{id}")
    String one(@PathVariable String id, Model model) {
        return screen.show(RequestId.read("id", id), new StockForm("", null, null), Map.of(), model);
    }
}
