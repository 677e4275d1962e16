package io.seckill.api.activity;

import io.seckill.api.web.Answers;
import io.seckill.api.web.ApiCall;
import io.seckill.api.web.NoQuery;
import io.seckill.api.web.PathId;
import io.seckill.common.ErrorCode;
import io.seckill.common.Result;
import io.seckill.common.SeckillException;
import io.seckill.service.activity.ActivityCatalog;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The calls about activities; anybody may make them. Drafts are not told: their warm-up announces them. */
@RestController
@RequestMapping("/seckill/activities")
class ActivityController {

    private static final Logger log = LoggerFactory.getLogger(ActivityController.class);

    private final ActivityCatalog catalog;
    private final Answers answers;

    ActivityController(ActivityCatalog catalog, Answers answers) {
        this.catalog = catalog;
        this.answers = answers;
    }

    /**
     * The activities that buyers may hear of.
     *
     * @param serverTime the server's clock, for the countdowns
     * @param activities the newest first
     */
    record Listing(Instant serverTime, List<ActivityAnswer> activities) {}

    /** Lists the activities. */
    @GetMapping
    @ApiCall(value = "The activities that were warmed up, the newest first", data = Listing.class)
    public ResponseEntity<Result<?>> list(NoQuery nothingElse, Locale locale) {
        log.debug("[entry] activities");
        List<ActivityAnswer> activities = catalog.list().stream()
                .filter(activity -> activity.state().isAnnounced())
                .map(activity -> ActivityAnswer.of(activity, null))
                .toList();
        return answers.of(ErrorCode.OK, new Listing(serverTime(), activities), locale);
    }

    /** Shows one activity. */
    @GetMapping("/{id}")
    @ApiCall(
            value = "One activity that was warmed up",
            data = ActivityAnswer.class,
            answers = ErrorCode.ACTIVITY_NOT_FOUND)
    public ResponseEntity<Result<?>> show(@PathId("id") long id, NoQuery nothingElse, Locale locale) {
        log.debug("[entry] activity {}", id);
        return catalog.find(id)
                .filter(activity -> activity.state().isAnnounced())
                .map(activity -> answers.of(ErrorCode.OK, ActivityAnswer.of(activity, serverTime()), locale))
                .orElseThrow(() -> new SeckillException(ErrorCode.ACTIVITY_NOT_FOUND, "activity " + id));
    }

    private Instant serverTime() {
        return catalog.serverTime().truncatedTo(ChronoUnit.MILLIS);
    }
}
