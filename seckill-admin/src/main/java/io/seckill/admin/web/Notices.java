package io.seckill.admin.web;

import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import java.util.Locale;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/** Does what an operator pressed for and puts what came of it into words. */
@Component
public class Notices {

    private final Texts texts;

    Notices(Texts texts) {
        this.texts = texts;
    }

    /**
     * Does something to an activity.
     *
     * @param activityId the activity
     * @param deed does it and says so; refuses by a {@link SeckillException}
     * @param locale the operator's
     * @return done, or refused and why
     * @throws SeckillException SYSTEM_BUSY if a store is away: then it is not known what was done
     */
    public Notice of(long activityId, Supplier<String> deed, Locale locale) {
        String name = texts.text("notice.activity", locale, Long.toString(activityId));
        try {
            return new Notice(true, name + deed.get());
        } catch (SeckillException refusal) {
            if (refusal.code() == ErrorCode.SYSTEM_BUSY) {
                throw refusal;
            }
            return new Notice(false, name + texts.forPeople(refusal, locale));
        }
    }
}
