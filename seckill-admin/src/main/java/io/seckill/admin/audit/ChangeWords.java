package io.seckill.admin.audit;

import io.seckill.admin.web.ConsoleZone;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.context.MessageSource;
import org.springframework.stereotype.Component;

/** Says a change in the reader's words: the field by its label, states by their names, times by the console's clock. */
@Component
class ChangeWords {

    private final MessageSource messages;
    private final ConsoleZone zone;

    ChangeWords(MessageSource messages, ConsoleZone zone) {
        this.messages = messages;
        this.zone = zone;
    }

    /**
     * The same change in words. What has none is told as it is on record.
     *
     * @param change as it is on record
     * @param subject what was changed
     * @param locale the reader's
     */
    Changes.Change of(Changes.Change change, String subject, Locale locale) {
        String states = subject.startsWith("dead-letter:") ? "letter-state." : "state-name.";
        return new Changes.Change(
                said("field." + change.field(), change.field(), locale),
                value(change.field(), change.before(), states, locale),
                value(change.field(), change.after(), states, locale));
    }

    private @Nullable String value(String field, @Nullable String value, String states, Locale locale) {
        if (value == null) {
            return null;
        }
        return switch (field) {
            case "state" -> said(states + value, value, locale);
            case "startTime", "endTime" -> local(value);
            case "consistent", "gated" -> said("said." + value, value, locale);
            default -> value;
        };
    }

    private String local(String value) {
        try {
            return zone.local(Instant.parse(value));
        } catch (DateTimeParseException noInstant) {
            return value;
        }
    }

    private String said(String key, String otherwise, Locale locale) {
        String text = messages.getMessage(key, null, otherwise, locale);
        return text == null ? otherwise : text;
    }
}
