package io.seckill.service.redis;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A script in Redis: its text, and the digest under which Redis remembers it.
 *
 * @param name its place below {@code lua/}, for messages
 * @param text the whole script
 * @param sha1 the text's SHA-1, lower-case hex, as EVALSHA wants it
 */
public record LuaScript(String name, String text, String sha1) {

    /**
     * Reads a script from the class path.
     *
     * @param name its place below {@code lua/}, such as {@code grab/grab.lua}
     * @return the script
     * @throws IllegalStateException if there is no such script: the build is broken
     */
    public static LuaScript load(String name) {
        try (InputStream in = LuaScript.class.getResourceAsStream("/lua/" + name)) {
            if (in == null) {
                throw new IllegalStateException("no script lua/" + name + " on the class path");
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
            return new LuaScript(name, text, HexFormat.of().formatHex(digest));
        } catch (IOException | NoSuchAlgorithmException e) {
            throw new IllegalStateException("cannot read lua/" + name, e);
        }
    }
}
