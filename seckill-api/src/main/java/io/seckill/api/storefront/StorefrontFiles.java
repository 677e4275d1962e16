package io.seckill.api.storefront;

import io.seckill.api.identity.IdentityMode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;

/**
 * The storefront's files, in memory: some fifty-five kilobytes. Their addresses carry a digest of all of them, so browsers may
 * keep them for ever and still never mix those of two versions.
 */
@Component
@ConditionalOnBooleanProperty("seckill.storefront.enabled")
public class StorefrontFiles {

    static final String PATH = "/storefront/";

    private static final String PAGE = "index.html";
    private static final Map<String, MediaType> TYPES = Map.of(
            "js", new MediaType("text", "javascript", StandardCharsets.UTF_8),
            "css", new MediaType("text", "css", StandardCharsets.UTF_8),
            "svg", MediaType.parseMediaType("image/svg+xml"));

    private final Map<String, byte[]> files = new TreeMap<>();
    private final String version;
    private final byte[] page;

    StorefrontFiles(StorefrontProperties settings, IdentityMode identity) throws IOException {
        Resource[] found =
                new PathMatchingResourcePatternResolver().getResources("classpath:/seckill-api-static" + PATH + "*.*");
        for (Resource file : found) {
            files.put(String.valueOf(file.getFilename()), file.getContentAsByteArray());
        }
        String raw = new String(files.getOrDefault(PAGE, new byte[0]), StandardCharsets.UTF_8);
        files.remove(PAGE);
        version = digest();
        String filledIn = replace(
                raw,
                "data-identity=\"param\"",
                "data-identity=\"" + identity.name().toLowerCase(Locale.ROOT) + "\"");
        filledIn = replace(filledIn, "data-pay=\"/dev/pay/{orderId}\"", "data-pay=\"" + settings.payUrl() + "\"");
        page = replace(filledIn, "\"storefront/", "\"" + PATH + version + "/").getBytes(StandardCharsets.UTF_8);
    }

    /**
     * The address of a file.
     *
     * @param file its name
     * @return its path
     */
    public String address(String file) {
        return PATH + version + "/" + file;
    }

    byte[] page() {
        return page;
    }

    byte @Nullable [] file(String name) {
        return files.get(name);
    }

    boolean isCurrent(String asked) {
        return version.equals(asked);
    }

    /** {@return the type of a file that is there} */
    static MediaType type(String name) {
        return TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), MediaType.APPLICATION_OCTET_STREAM);
    }

    private static String replace(String text, String part, String by) {
        if (!text.contains(part)) {
            throw new IllegalStateException("the storefront's page has no " + part);
        }
        return text.replace(part, by);
    }

    private String digest() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            files.forEach((name, bytes) -> {
                digest.update(name.getBytes(StandardCharsets.UTF_8));
                digest.update(bytes);
            });
            return HexFormat.of().formatHex(digest.digest(), 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
