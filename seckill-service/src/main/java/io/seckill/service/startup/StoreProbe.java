package io.seckill.service.startup;

import java.net.UnknownHostException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Asks a store whether it is there. */
interface StoreProbe {

    /** {@return what and where it is, without any password: {@code Redis on localhost:6379}} */
    String store();

    /**
     * Connects, authenticates, and asks for a sign of life; within seconds, whatever the network does.
     *
     * @throws StoreUnavailableException if there is none
     */
    void ask() throws StoreUnavailableException;

    /** Why a store does not answer. */
    final class StoreUnavailableException extends Exception {

        private static final long serialVersionUID = 1L;

        /** A password in a JDBC or Redis URL that a message may quote. */
        private static final Pattern SECRET = Pattern.compile("(?<=://)[^/@\\s]*@|(?<=password=)[^&)\\s]*");

        private final boolean definite;

        /**
         * @param cause what the client threw
         * @param definite whether asking again is no use: the store is there and does not let this user in
         * @param secret must not appear in the message
         */
        StoreUnavailableException(Throwable cause, boolean definite, @Nullable String secret) {
            super(reason(cause, secret));
            this.definite = definite;
        }

        boolean isDefinite() {
            return definite;
        }

        /** One line from the depth of the chain, where the network or the server itself speaks. */
        private static String reason(Throwable failure, @Nullable String secret) {
            Throwable deepest = failure;
            while (deepest.getCause() != null && !(deepest instanceof UnknownHostException)) {
                deepest = deepest.getCause();
            }
            if (deepest instanceof UnknownHostException) {
                return "unknown host";
            }
            String message = deepest.getMessage();
            if (message == null || message.isBlank()) {
                return deepest.getClass().getSimpleName();
            }
            String line = SECRET.matcher(message.strip().lines().findFirst().orElse(""))
                    .replaceAll("***");
            return secret == null || secret.isEmpty() ? line : line.replace(secret, "***");
        }
    }
}
