package io.seckill.api.storefront;

import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.DigestUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * Serves the storefront. Two mappings of their own rather than Spring's resource handling, which would look for a file
 * wherever no call is found.
 */
@RestController
@ConditionalOnBooleanProperty("seckill.storefront.enabled")
class StorefrontController {

    /** Scripts, styles and calls of this site alone; nothing inline, nothing framed, nothing sent elsewhere. */
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

    private static final MediaType HTML = new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8);
    private static final CacheControl FOR_EVER =
            CacheControl.maxAge(Duration.ofDays(365)).cachePublic().immutable();

    private final StorefrontFiles files;
    private final String pageTag;

    StorefrontController(StorefrontFiles files) {
        this.files = files;
        this.pageTag = '"' + DigestUtils.md5DigestAsHex(files.page()) + '"';
    }

    /** The page; whatever parameters a link to it carries are the page's affair. */
    @GetMapping("/")
    ResponseEntity<byte[]> page(HttpServletResponse response) {
        response.setHeader("Content-Security-Policy", POLICY);
        return ResponseEntity.ok()
                .cacheControl(CacheControl.noCache())
                .eTag(pageTag)
                .contentType(HTML)
                .body(files.page());
    }

    /** A file. Asked for by the address of another version, as while nodes are renewed one by one, it is not kept. */
    @GetMapping(StorefrontFiles.PATH + "{version:[0-9a-f]{16}}/{name:[a-z]+\\.[a-z]+}")
    ResponseEntity<byte[]> file(@PathVariable String version, @PathVariable String name) {
        byte[] file = files.file(name);
        if (file == null) {
            throw new SeckillException(ErrorCode.NOT_FOUND, "storefront file");
        }
        return ResponseEntity.ok()
                .cacheControl(files.isCurrent(version) ? FOR_EVER : CacheControl.noStore())
                .contentType(StorefrontFiles.type(name))
                .body(file);
    }
}
