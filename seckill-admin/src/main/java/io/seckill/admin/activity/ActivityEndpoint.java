package io.seckill.admin.activity;

import io.seckill.admin.web.Answers;
import io.seckill.admin.web.RequestId;
import io.seckill.admin.web.Texts;
import io.seckill.common.ErrorCode;
import io.seckill.common.Result;
import io.seckill.common.SeckillException;
import io.seckill.service.activity.Activity;
import io.seckill.service.activity.ActivityEditor;
import io.seckill.service.activity.WarmUpResult;
import io.seckill.service.activity.WarmUpService;
import io.seckill.service.monitor.ActivityMonitor;
import io.seckill.service.reconcile.RebuildReport;
import io.seckill.service.reconcile.Rebuilder;
import java.security.Principal;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Activities, for programs. */
@RestController
@RequestMapping("/admin/api/activities")
class ActivityEndpoint {

    private final ActivityEditor editor;
    private final WarmUpService warmUps;
    private final Rebuilder rebuilder;
    private final ActivityMonitor monitor;
    private final Answers answers;
    private final Texts texts;
    private final Clock clock;

    ActivityEndpoint(
            ActivityEditor editor,
            WarmUpService warmUps,
            Rebuilder rebuilder,
            ActivityMonitor monitor,
            Answers answers,
            Texts texts,
            Clock clock) {
        this.editor = editor;
        this.warmUps = warmUps;
        this.rebuilder = rebuilder;
        this.monitor = monitor;
        this.answers = answers;
        this.texts = texts;
        this.clock = clock;
    }

    /**
     * The list.
     *
     * @param serverTime now
     * @param activities the newest 1,000, the newest first
     */
    record Listing(Instant serverTime, List<ActivityJson> activities) {}

    @GetMapping
    ResponseEntity<Result<Listing>> list(Locale locale) {
        List<ActivityJson> all =
                monitor.overview().stream().map(ActivityJson::of).toList();
        return answers.ok(new Listing(clock.instant(), all), locale);
    }

    @GetMapping("/{id}")
    ResponseEntity<Result<ActivityJson>> one(@PathVariable String id, Locale locale) {
        return answers.ok(current(RequestId.read("id", id)), locale);
    }

    @PostMapping
    ResponseEntity<Result<ActivityJson>> create(@RequestBody ActivityBody body, Principal operator, Locale locale) {
        long id = editor.create(body.toDraft(), operator.getName()).id();
        return answers.ok(current(id), locale);
    }

    @PutMapping("/{id}")
    ResponseEntity<Result<ActivityJson>> edit(
            @PathVariable String id, @RequestBody ActivityBody body, Principal operator, Locale locale) {
        long activityId = RequestId.read("id", id);
        editor.edit(activityId, body.toDraft(), body.version(), operator.getName());
        return answers.ok(current(activityId), locale);
    }

    /** Deletes a draft. */
    @PostMapping("/{id}/delete")
    ResponseEntity<Result<DeletedJson>> delete(@PathVariable String id, Principal operator, Locale locale) {
        Activity deleted = editor.delete(RequestId.read("id", id), operator.getName());
        return answers.ok(
                new DeletedJson(Long.toString(deleted.id()), "DELETED"),
                texts.text("notice.deleted", locale, id, deleted.name()));
    }

    @PostMapping("/{id}/warm-up")
    ResponseEntity<Result<WarmUpJson>> warmUp(@PathVariable String id, Principal operator, Locale locale) {
        long activityId = RequestId.read("id", id);
        if (!(warmUps.warmUp(activityId, operator.getName()) instanceof WarmUpResult.Warmed warmed)) {
            throw new SeckillException(ErrorCode.ALREADY_WARM, "activity " + activityId + " is warm already");
        }
        return answers.ok(
                new WarmUpJson(Long.toString(activityId), warmed.units(), warmed.epoch(), warmed.open()),
                texts.text(warmed.open() ? "warm-up.done" : "warm-up.gated", locale, warmed.units()));
    }

    /** Makes a sale in Redis anew from MySQL and the surviving messages; it takes no orders meanwhile. */
    @PostMapping("/{id}/rebuild")
    ResponseEntity<Result<RebuildJson>> rebuild(@PathVariable String id, Principal operator, Locale locale) {
        RebuildReport report = rebuilder.rebuild(RequestId.read("id", id), operator.getName());
        return answers.ok(RebuildJson.of(report), locale);
    }

    private ActivityJson current(long id) {
        return ActivityJson.of(monitor.overview(id));
    }
}
