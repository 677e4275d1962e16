package io.seckill.admin.activity;

import io.seckill.admin.web.ConsoleZone;
import io.seckill.admin.web.Texts;
import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import io.seckill.service.activity.Activity;
import io.seckill.service.activity.ActivityState;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.ModelAndView;

/** The page with the form of an activity, a new one or one that is there. */
@Component
class FormPage {

    private final ConsoleZone zone;
    private final Texts texts;

    FormPage(ConsoleZone zone, Texts texts) {
        this.zone = zone;
        this.texts = texts;
    }

    /**
     * The form to fill in.
     *
     * @param form what is in it
     * @param activity what it edits; {@code null} for a new one
     */
    ModelAndView of(ActivityForm form, @Nullable Activity activity) {
        String sentTo = activity == null ? "/activities" : "/activities/" + activity.id() + "/edit";
        return new ModelAndView("activity-form")
                .addObject("form", form)
                .addObject("id", activity == null ? null : Long.toString(activity.id()))
                .addObject("stockIsWarm", activity != null && activity.state() == ActivityState.OPEN)
                .addObject("sentTo", sentTo)
                .addObject("keeps", sentTo + "?again")
                .addObject("wrong", Map.of())
                .addObject("changed", Map.of())
                .addObject("zone", zone.label());
    }

    /** The same with the reasons beside the fields that cannot be accepted. */
    ModelAndView wrong(ActivityForm form, @Nullable Activity activity, Map<String, String> reasons, Locale locale) {
        Map<String, String> wrong = new LinkedHashMap<>();
        reasons.forEach((field, reason) -> wrong.put(field, texts.text("invalid." + reason, locale)));
        ModelAndView page = of(form, activity).addObject("wrong", wrong);
        page.setStatus(HttpStatus.BAD_REQUEST);
        return page;
    }

    /**
     * The same for a value that only the service could tell is wrong.
     *
     * @throws SeckillException the refusal itself, if it is about no field
     */
    ModelAndView refused(ActivityForm form, @Nullable Activity activity, SeckillException refusal, Locale locale) {
        if (refusal.code() != ErrorCode.INVALID_ARGUMENT) {
            throw refusal;
        }
        Map<String, Object> details = refusal.details();
        return wrong(
                form,
                activity,
                Map.of(String.valueOf(details.get("field")), String.valueOf(details.get("reason"))),
                locale);
    }

    /** The same after somebody else was first: what they changed, and what this operator typed on top of it. */
    ModelAndView stale(ActivityForm sent, Activity now) {
        ActivityForm current = ActivityForm.of(now, zone);
        ModelAndView page = of(sent.onTopOf(current).fitFor(now), now)
                .addObject("stale", true)
                .addObject("warmed", now.state() == ActivityState.OPEN && sent.totalStock() != null)
                .addObject("changed", sent.changesSince(current));
        page.setStatus(HttpStatus.CONFLICT);
        return page;
    }
}
