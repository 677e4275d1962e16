package io.seckill.admin.activity;

import io.seckill.admin.web.ConsoleZone;
import io.seckill.service.monitor.ActivityMonitor;
import java.time.Clock;
import java.util.Map;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;

/** What the pages of one activity show: all of it, or a question about it. */
@Component
class ActivityScreen {

    private final ActivityMonitor monitor;
    private final StorefrontProperties storefront;
    private final ConsoleZone zone;
    private final Clock clock;

    ActivityScreen(ActivityMonitor monitor, StorefrontProperties storefront, ConsoleZone zone, Clock clock) {
        this.monitor = monitor;
        this.storefront = storefront;
        this.zone = zone;
        this.clock = clock;
    }

    /** {@return the activity as it is} */
    ActivityRow row(long id) {
        return ActivityRow.of(monitor.overview(id), zone, clock.instant());
    }

    /**
     * All of it.
     *
     * @param stock what is in the form that changes its stock
     * @param wrong why that cannot be accepted, by field
     */
    String show(long id, StockForm stock, Map<String, String> wrong, Model model) {
        ActivityRow row = row(id);
        model.addAttribute("row", row);
        if (row.open()) {
            model.addAttribute("keeps", "/activities/" + id + "/stock?again");
        }
        model.addAttribute("storefront", storefront.url());
        model.addAttribute("zone", zone.label());
        model.addAttribute("stock", stock);
        model.addAttribute("wrong", wrong);
        return "activity";
    }

    /** What is asked before something that cannot be taken back. */
    String ask(String question, long id, Model model) {
        model.addAttribute("question", question);
        model.addAttribute("row", row(id));
        return "activity-ask";
    }
}
