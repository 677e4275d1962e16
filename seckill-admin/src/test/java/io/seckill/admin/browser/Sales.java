package io.seckill.admin.browser;

import io.seckill.admin.testing.Console;
import io.seckill.service.activity.ActivityDraft;
import io.seckill.service.activity.ActivityEditor;
import io.seckill.service.activity.WarmUpService;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** Sales that are on. */
public final class Sales {

    private Sales() {}

    /** {@return the id of an activity that is warm, began an hour ago and has a day to go} */
    public static String open(Console console, String name, long units) {
        Instant now = console.bean(Clock.class).instant();
        ActivityDraft draft =
                new ActivityDraft(name, units, 0, 1, now.minus(Duration.ofHours(1)), now.plus(Duration.ofDays(1)));
        long id =
                console.bean(ActivityEditor.class).create(draft, "preparation").id();
        console.bean(WarmUpService.class).warmUp(id, "preparation");
        return Long.toString(id);
    }
}
