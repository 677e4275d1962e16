package io.seckill.admin.dev;

import io.seckill.service.activity.Activity;
import io.seckill.service.activity.ActivityDraft;
import io.seckill.service.activity.ActivityEditor;
import io.seckill.service.activity.ActivityMapper;
import io.seckill.service.activity.WarmUpService;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.springframework.context.ApplicationContext;

/** What a newcomer finds on sale: 100 units, open and warm. In a fresh database it gets the id 1001. */
public final class SampleActivity {

    private static final String ACTOR = "sample";
    private static final long UNITS = 100;

    private SampleActivity() {}

    /**
     * Sees to it that there is an activity to try: creates one in an empty database, finishes the warm-up of one that a
     * start before this one did not finish, and leaves alone what is on sale.
     *
     * @param console the console's context
     * @return the oldest activity's id
     */
    public static long prepare(ApplicationContext console) {
        List<Activity> there = console.getBean(ActivityMapper.class).list();
        if (!there.isEmpty()) {
            Activity oldest = there.get(there.size() - 1);
            switch (oldest.state()) {
                case DRAFT, WARMING -> console.getBean(WarmUpService.class).warmUp(oldest.id(), ACTOR);
                case OPEN, CLOSED, ARCHIVED -> {}
            }
            return oldest.id();
        }
        Instant now = console.getBean(Clock.class).instant();
        ActivityDraft draft = new ActivityDraft("秒杀样例 / Sample sale", UNITS, 0, 1, now, now.plus(Duration.ofDays(365)));
        long id = console.getBean(ActivityEditor.class).create(draft, ACTOR).id();
        console.getBean(WarmUpService.class).warmUp(id, ACTOR);
        return id;
    }
}
