package io.seckill.admin.audit;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Tells what an entry of the audit log changed, field by field, so that nobody has to compare two texts by eye. */
@Component
class Changes {

    private final JsonMapper json;

    Changes(JsonMapper json) {
        this.json = json;
    }

    /**
     * One field.
     *
     * @param field its name; empty if what is on record has no fields
     * @param before as it was; {@code null} if it was not there
     * @param after as it is; {@code null} if it is not there any more
     */
    record Change(
            String field, @Nullable String before, @Nullable String after) {}

    /** {@return what differs; all of it if there was nothing before} */
    List<Change> between(@Nullable String before, @Nullable String after) {
        JsonNode old = read(before);
        JsonNode now = flat(read(after));
        if (!old.isObject() && !now.isObject()) {
            return before == null && after == null ? List.of() : List.of(new Change("", before, after));
        }
        Set<String> fields = new LinkedHashSet<>(old.propertyNames());
        fields.addAll(now.propertyNames());
        List<Change> changes = new ArrayList<>();
        for (String field : fields) {
            String was = text(old.get(field));
            String is = text(now.get(field));
            if (was != null && !now.has(field) && now.isObject()) {
                // Said of the thing before and not of it afterwards: not a change, but what it was about.
                changes.add(new Change(field, null, was));
            } else if (was == null ? is != null : !was.equals(is)) {
                changes.add(new Change(field, was, is));
            }
        }
        return changes;
    }

    private JsonNode read(@Nullable String text) {
        try {
            return text == null ? json.missingNode() : json.readTree(text);
        } catch (JacksonException notJson) {
            return json.missingNode();
        }
    }

    /** What is told of a stock change holds the activity within: its fields stand beside those of the change. */
    private static JsonNode flat(JsonNode node) {
        if (!(node instanceof ObjectNode told) || !(told.get("activity") instanceof ObjectNode activity)) {
            return node;
        }
        ObjectNode flat = activity.deepCopy();
        told.properties().stream()
                .filter(field -> !field.getKey().equals("activity"))
                .forEach(field -> flat.set(field.getKey(), field.getValue()));
        return flat;
    }

    private static @Nullable String text(@Nullable JsonNode value) {
        if (value == null || value.isNull()) {
            return null;
        }
        return value.isString() ? value.stringValue() : value.toString();
    }
}
