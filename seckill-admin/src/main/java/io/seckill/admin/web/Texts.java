package io.seckill.admin.web;

import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import java.util.Locale;
import java.util.Map;
import org.springframework.context.MessageSource;
import org.springframework.stereotype.Component;

/** The console's words, in the language of whoever reads them. */
@Component
public class Texts {

    private final MessageSource messages;

    Texts(MessageSource messages) {
        this.messages = messages;
    }

    /**
     * A text.
     *
     * @param key its key in the message bundles
     * @param locale the reader's
     * @param arguments what it has in its places: amounts as numbers, ids as strings
     * @return the text
     */
    public String text(String key, Locale locale, Object... arguments) {
        return messages.getMessage(key, arguments, locale);
    }

    /**
     * What a code says without further facts.
     *
     * @param code the code
     * @param locale the reader's
     * @return the text
     */
    public String of(ErrorCode code, Locale locale) {
        return text(code == ErrorCode.INVALID_ARGUMENT ? "error.bad-request" : "error." + code.name(), locale);
    }

    /**
     * What a refusal says, its reason included.
     *
     * @param refusal the refusal
     * @param locale the reader's
     * @return the text
     */
    public String of(SeckillException refusal, Locale locale) {
        Map<String, Object> details = refusal.details();
        return switch (refusal.code()) {
            case INVALID_ARGUMENT ->
                text("error.INVALID_ARGUMENT", locale, details.getOrDefault("field", "?"), reason(refusal, locale));
            case INVALID_STATE -> reason(refusal, locale);
            default -> of(refusal.code(), locale);
        };
    }

    /**
     * Why something was refused, without naming the field.
     *
     * @param refusal INVALID_ARGUMENT or INVALID_STATE
     * @param locale the reader's
     * @return the text
     */
    public String reason(SeckillException refusal, Locale locale) {
        String family = refusal.code() == ErrorCode.INVALID_STATE ? "state." : "invalid.";
        Object reason = refusal.details().getOrDefault("reason", "other");
        Object fact = refusal.details().getOrDefault("keys", refusal.details().getOrDefault("unsold", ""));
        return text(family + reason, locale, fact instanceof Number ? fact : fact.toString());
    }

    /**
     * What a refusal says to a person, who knows fields by their labels and not by the names of parameters.
     *
     * @param refusal the refusal
     * @param locale the reader's
     * @return the text
     */
    public String forPeople(SeckillException refusal, Locale locale) {
        if (refusal.code() != ErrorCode.INVALID_ARGUMENT) {
            return of(refusal, locale);
        }
        String label = messages.getMessage("field." + refusal.details().get("field"), null, "", locale);
        String reason = reason(refusal, locale);
        return label == null || label.isEmpty() ? reason : text("error.field", locale, label, reason);
    }
}
