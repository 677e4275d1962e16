package io.seckill.admin.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One change of a source file of the product, by which a known mistake is put back.
 *
 * @param file its place below the checkout
 * @param right what stands there, exactly once
 * @param wrong what a defect puts in its place
 */
record Edit(String file, String right, String wrong) {

    private static final String SERVICE = "seckill-service/src/main/";
    private static final String API = "seckill-api/src/main/";
    private static final String QUEUE = "seckill-queue/src/main/";

    static Edit service(String file, String right, String wrong) {
        return new Edit(SERVICE + place("service", file), right, wrong);
    }

    static Edit api(String file, String right, String wrong) {
        return new Edit(API + place("api", file), right, wrong);
    }

    static Edit queue(String file, String right, String wrong) {
        return new Edit(QUEUE + place("queue", file), right, wrong);
    }

    private static String place(String module, String file) {
        return file.endsWith(".lua") ? "resources/lua/" + file : "java/io/seckill/" + module + "/" + file;
    }

    boolean isScript() {
        return file.endsWith(".lua");
    }

    /** The path below the root of a class path. */
    String resource() {
        return file.substring(file.indexOf(isScript() ? "lua/" : "io/seckill/"));
    }

    /**
     * Applies it.
     *
     * @param source the file as it is, or as an earlier edit of the same file left it
     * @throws IllegalStateException if the place is not there once: the product has changed and the edit must follow
     */
    String in(String source) {
        int at = source.indexOf(right);
        if (at < 0 || source.indexOf(right, at + 1) >= 0) {
            throw new IllegalStateException("not exactly once in " + file + ": " + right);
        }
        return source.substring(0, at) + wrong + source.substring(at + right.length());
    }

    /** Reads the file. */
    String read(Path checkout) {
        try {
            return Files.readString(checkout.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
