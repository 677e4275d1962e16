package io.seckill.api.web;

import java.util.Locale;
import org.springframework.context.support.ResourceBundleMessageSource;
import org.springframework.stereotype.Component;

/**
 * The texts for people, in Chinese and English. A bundle of its own rather than the application's {@code messages}: three
 * processes may share one class path.
 */
@Component
class Texts {

    private final ResourceBundleMessageSource bundle = new ResourceBundleMessageSource();

    Texts() {
        bundle.setBasename("api-messages");
        bundle.setDefaultEncoding("UTF-8");
        bundle.setFallbackToSystemLocale(false);
        bundle.setAlwaysUseMessageFormat(true);
    }

    /**
     * A text.
     *
     * @param key its key in the bundle
     * @param locale the reader's language
     * @param arguments what its placeholders stand for, as they are to be read
     * @return the text
     * @throws org.springframework.context.NoSuchMessageException if no bundle has the key
     */
    String of(String key, Locale locale, String... arguments) {
        return bundle.getMessage(key, arguments, locale);
    }
}
