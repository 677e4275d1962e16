package io.seckill.admin.activity;

import io.seckill.admin.web.ConsoleZone;
import io.seckill.common.SeckillException;
import io.seckill.service.activity.Activity;
import io.seckill.service.activity.ActivityDraft;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.ModelAndView;

/**
 * The form as a person filled it in: text, so that what cannot be read can be shown again.
 *
 * @param name for people
 * @param totalStock units
 * @param reserved units; empty means none
 * @param perOrderLimit units
 * @param startTime local date and time in the console's zone
 * @param endTime likewise
 */
record ActivityForm(
        @Nullable String name,
        @Nullable String totalStock,
        @Nullable String reserved,
        @Nullable String perOrderLimit,
        @Nullable String startTime,
        @Nullable String endTime) {

    /** More digits than any number here may have. */
    private static final int MOST_DIGITS = 10;

    /** {@return what most will want: a sale that begins now and lasts a day} */
    static ActivityForm proposed(Instant now, ConsoleZone zone) {
        Instant start = now.truncatedTo(ChronoUnit.MINUTES);
        return new ActivityForm("", "100", "0", "1", local(start, zone), local(start.plus(1, ChronoUnit.DAYS), zone));
    }

    /** {@return an activity as it is} */
    static ActivityForm of(Activity activity, ConsoleZone zone) {
        return new ActivityForm(
                activity.name(),
                Long.toString(activity.totalStock()),
                Long.toString(activity.reserved()),
                Integer.toString(activity.perOrderLimit()),
                local(activity.startTime(), zone),
                local(activity.endTime(), zone));
    }

    /** {@return the same with the stock as it is: that of an open sale is not for this form to change} */
    ActivityForm withStockOf(Activity activity) {
        return new ActivityForm(
                name,
                Long.toString(activity.totalStock()),
                Long.toString(activity.reserved()),
                perOrderLimit,
                startTime,
                endTime);
    }

    private static String local(Instant instant, ConsoleZone zone) {
        return LocalDateTime.ofInstant(instant, zone.id()).toString();
    }

    /** {@return the page with this form to fill in} */
    ModelAndView page(ConsoleZone zone) {
        return new ModelAndView("activity-form").addObject("form", this).addObject("zone", zone.label());
    }

    /** {@return the same with the reason beside the field that cannot be accepted} */
    ModelAndView page(ConsoleZone zone, SeckillException refusal, String reason) {
        return page(zone)
                .addObject("wrongField", refusal.details().get("field"))
                .addObject("wrongReason", reason);
    }

    ActivityDraft toDraft(ZoneId zone) {
        return new ActivityDraft(
                name == null ? "" : name,
                count("totalStock", totalStock),
                reserved == null || reserved.isBlank() ? 0 : count("reserved", reserved),
                limit(),
                instant("startTime", startTime, zone),
                instant("endTime", endTime, zone));
    }

    private int limit() {
        long limit = count("perOrderLimit", perOrderLimit);
        if (limit > ActivityDraft.MAX_PER_ORDER) {
            throw SeckillException.invalid("perOrderLimit", "limit-range");
        }
        return (int) limit;
    }

    private static long count(String field, @Nullable String text) {
        String digits = text == null ? "" : text.strip();
        if (digits.isEmpty()) {
            throw SeckillException.invalid(field, "required");
        }
        if (digits.length() > MOST_DIGITS || digits.chars().anyMatch(c -> c < '0' || c > '9')) {
            throw SeckillException.invalid(field, "number");
        }
        return Long.parseLong(digits);
    }

    private static Instant instant(String field, @Nullable String text, ZoneId zone) {
        if (text == null || text.isBlank()) {
            throw SeckillException.invalid(field, "required");
        }
        try {
            LocalDateTime local = LocalDateTime.parse(text.strip());
            if (zone.getRules().getValidOffsets(local).isEmpty()) {
                throw SeckillException.invalid(field, "time-gap");
            }
            return local.atZone(zone).toInstant();
        } catch (DateTimeParseException e) {
            throw SeckillException.invalid(field, "time-format");
        }
    }
}
