package io.seckill.admin.activity;

import io.seckill.admin.web.KeptForm;
import io.seckill.admin.web.RequestId;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestAttribute;

/** All of one activity, and what can be done to it. */
@Controller
class ActivityPage {

    private final ActivityScreen screen;

    ActivityPage(ActivityScreen screen) {
        this.screen = screen;
    }

    @GetMapping("/activities/{id}")
    String one(@PathVariable String id, @RequestAttribute(required = false) @Nullable KeptForm kept, Model model) {
        StockForm stock = kept == null ? StockForm.EMPTY : StockForm.of(kept.fields());
        return screen.show(RequestId.read("id", id), stock, Map.of(), model);
    }
}
