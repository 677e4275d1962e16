package io.seckill.admin.activity;

import io.seckill.admin.web.ConsoleZone;
import io.seckill.service.activity.Activity;
import io.seckill.service.activity.ActivityState;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The form as a person filled it in: text, so that what cannot be read can be shown again.
 *
 * @param name for people
 * @param totalStock units
 * @param reserved units; empty means none
 * @param perOrderLimit units
 * @param startTime local date and time in the console's zone
 * @param endTime likewise
 * @param version of the activity that it was made from; {@code null} for a new one
 * @param seen the same activity as the form showed it, in one line; for telling what somebody else has changed since
 */
record ActivityForm(
        @Nullable String name,
        @Nullable String totalStock,
        @Nullable String reserved,
        @Nullable String perOrderLimit,
        @Nullable String startTime,
        @Nullable String endTime,
        @Nullable String version,
        @Nullable String seen) {

    /** In the order of {@link #seen}: the name last, since it may hold anything. */
    private static final String[] FIELDS = {"totalStock", "reserved", "perOrderLimit", "startTime", "endTime", "name"};

    /** {@return what most will want: a sale that begins now and lasts a day} */
    static ActivityForm proposed(Instant now, ConsoleZone zone) {
        Instant start = now.truncatedTo(ChronoUnit.MINUTES);
        String end = local(start.plus(1, ChronoUnit.DAYS), zone);
        return new ActivityForm("", "100", "0", "1", local(start, zone), end, null, null);
    }

    /** {@return an activity as it is} */
    static ActivityForm of(Activity activity, ConsoleZone zone) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("totalStock", Long.toString(activity.totalStock()));
        fields.put("reserved", Long.toString(activity.reserved()));
        fields.put("perOrderLimit", Integer.toString(activity.perOrderLimit()));
        fields.put("startTime", local(activity.startTime(), zone));
        fields.put("endTime", local(activity.endTime(), zone));
        fields.put("name", activity.name());
        String seen = String.join("|", fields.values());
        fields.put("version", activity.version());
        fields.put("seen", seen);
        return of(fields);
    }

    /** {@return the form that was kept while somebody signed in} */
    static ActivityForm of(Map<String, String> fields) {
        return new ActivityForm(
                fields.get("name"),
                fields.get("totalStock"),
                fields.get("reserved"),
                fields.get("perOrderLimit"),
                fields.get("startTime"),
                fields.get("endTime"),
                fields.get("version"),
                fields.get("seen"));
    }

    /** {@return the same with the stock as it is: that of an open sale is not for this form to change} */
    ActivityForm fitFor(Activity activity) {
        if (activity.state() != ActivityState.OPEN) {
            return this;
        }
        Map<String, String> fields = fields();
        fields.put("totalStock", Long.toString(activity.totalStock()));
        fields.put("reserved", Long.toString(activity.reserved()));
        return of(fields);
    }

    /**
     * What somebody else has changed since this form was made.
     *
     * @param now the activity as it is
     * @return by field, what it was and what it is
     */
    Map<String, String[]> changesSince(ActivityForm now) {
        Map<String, String> before = seenFields();
        Map<String, String> after = now.fields();
        Map<String, String[]> changes = new LinkedHashMap<>();
        before.forEach((field, was) -> {
            String is = after.getOrDefault(field, "");
            if (!was.equals(is)) {
                changes.put(field, new String[] {told(field, was), told(field, is)});
            }
        });
        return changes;
    }

    private static String told(String field, String value) {
        return field.endsWith("Time") ? value.replace('T', ' ') : value;
    }

    /** {@return the activity as it is now, with what this operator has typed over it} */
    ActivityForm onTopOf(ActivityForm now) {
        Map<String, String> before = seenFields();
        Map<String, String> merged = now.fields();
        fields().forEach((field, mine) -> {
            if (before.containsKey(field) && !Objects.equals(mine, before.get(field))) {
                merged.put(field, mine);
            }
        });
        return of(merged);
    }

    private Map<String, String> seenFields() {
        String[] values = seen == null ? new String[0] : seen.split("\\|", FIELDS.length);
        Map<String, String> fields = new LinkedHashMap<>();
        for (int i = 0; i < values.length; i++) {
            fields.put(FIELDS[i], values[i]);
        }
        return fields;
    }

    private Map<String, String> fields() {
        Map<String, String> fields = new LinkedHashMap<>();
        put(fields, "name", name);
        put(fields, "totalStock", totalStock);
        put(fields, "reserved", reserved);
        put(fields, "perOrderLimit", perOrderLimit);
        put(fields, "startTime", startTime);
        put(fields, "endTime", endTime);
        put(fields, "version", version);
        put(fields, "seen", seen);
        return fields;
    }

    private static void put(Map<String, String> fields, String field, @Nullable String value) {
        if (value != null) {
            fields.put(field, value);
        }
    }

    private static String local(Instant instant, ConsoleZone zone) {
        return LocalDateTime.ofInstant(instant, zone.id()).toString();
    }
}
