package io.seckill.admin.live;

import io.seckill.admin.activity.Phase;
import io.seckill.admin.web.ConsoleZone;
import io.seckill.admin.web.RequestId;
import io.seckill.service.activity.Activity;
import io.seckill.service.activity.ActivityState;
import io.seckill.service.monitor.ActivityMonitor;
import io.seckill.service.monitor.RedisFigures;
import io.seckill.service.pulse.Answer;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;

/** The live screen of one sale, and the sales there are to watch. */
@Controller
@RequestMapping("/live")
class LivePage {

    private final ActivityMonitor monitor;
    private final ConsoleZone zone;
    private final Clock clock;

    LivePage(ActivityMonitor monitor, ConsoleZone zone, Clock clock) {
        this.monitor = monitor;
        this.zone = zone;
        this.clock = clock;
    }

    /**
     * A sale to choose.
     *
     * @param id the activity
     * @param name for people
     * @param starts local time
     * @param ends local time
     * @param state where it is in its life
     * @param phase the same, with window and stock
     * @param reserved units held back from it
     * @param stock units left; {@code null} while Redis has none
     * @param granted units it was given to sell
     */
    record Choice(
            String id,
            String name,
            String starts,
            String ends,
            ActivityState state,
            Phase phase,
            long reserved,
            @Nullable Long stock,
            @Nullable Long granted) {}

    @GetMapping
    String choose(Model model) {
        List<Choice> choices = monitor.overview().stream()
                .filter(row -> row.activity().state() != ActivityState.ARCHIVED)
                .map(row -> choice(row.activity(), row.redis()))
                .toList();
        model.addAttribute("choices", choices);
        model.addAttribute("zone", zone.label());
        return "live-choose";
    }

    @GetMapping("/{id}")
    String watch(@PathVariable String id, Model model) {
        ActivityMonitor.Overview overview = monitor.overview(RequestId.read("id", id));
        model.addAttribute("sale", choice(overview.activity(), overview.redis()));
        // What was bought is in the tiles and the chart; here is what was not.
        model.addAttribute(
                "refusals",
                Arrays.stream(Answer.values())
                        .filter(answer -> answer != Answer.ACCEPTED && answer != Answer.UNKNOWN_ACTIVITY)
                        .toList());
        model.addAttribute("phases", Phase.values());
        model.addAttribute("zone", zone.label());
        model.addAttribute("zoneId", zone.id().getId());
        return "live";
    }

    private Choice choice(Activity activity, @Nullable RedisFigures redis) {
        return new Choice(
                Long.toString(activity.id()),
                activity.name(),
                zone.local(activity.startTime()),
                zone.local(activity.endTime()),
                activity.state(),
                Phase.of(activity, redis, clock.instant()),
                activity.reserved(),
                redis == null ? null : redis.stock(),
                redis == null ? null : redis.granted());
    }
}
