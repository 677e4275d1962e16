package io.seckill.common.stores;

import java.util.LinkedHashMap;
import java.util.Map;

/** What to install when a server's binary does not run here. */
final class Hints {

    private static final Map<String, String> BY_SYMPTOM = new LinkedHashMap<>();

    static {
        BY_SYMPTOM.put("libssl.so.3", "It needs OpenSSL 3: on Debian and Ubuntu 'apt-get install libssl3'.");
        BY_SYMPTOM.put("libcrypto.so.3", "It needs OpenSSL 3: on Debian and Ubuntu 'apt-get install libssl3'.");
        BY_SYMPTOM.put("libaio.so.1", "It needs libaio: on Debian 12 'apt-get install libaio1'.");
        BY_SYMPTOM.put("libnuma.so.1", "It needs libnuma: on Debian and Ubuntu 'apt-get install libnuma1'.");
        BY_SYMPTOM.put("libncurses", "It needs ncurses: on Debian and Ubuntu 'apt-get install libncurses6'.");
        BY_SYMPTOM.put("GLIBC_", "It needs a newer C library (glibc 2.34: Debian 12, Ubuntu 22.04 or later).");
        BY_SYMPTOM.put("Exec format error", "It is built for another processor.");
        BY_SYMPTOM.put("No space left", "The disk is full.");
        BY_SYMPTOM.put("Unable to lock", "Another server uses the same data directory.");
    }

    private Hints() {}

    /**
     * Help for what a server said before it ended.
     *
     * @param said its output
     * @return a line to add to the message, or nothing
     */
    static String about(String said) {
        return BY_SYMPTOM.entrySet().stream()
                .filter(hint -> said.contains(hint.getKey()))
                .findFirst()
                .map(hint -> "\n" + hint.getValue()
                        + " Or use a server of your own: SECKILL_TEST_REDIS_URL, SECKILL_TEST_MYSQL_URL.")
                .orElse("");
    }
}
