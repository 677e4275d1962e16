package io.seckill.admin.security;

import java.security.SecureRandom;

/** Makes up the password of a console that was given none. */
final class FirstPassword {

    /** Without letters and digits that look alike. */
    private static final String ALPHABET = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

    /** Some 116 bits. */
    private static final int LENGTH = 20;

    private FirstPassword() {}

    /** {@return another one each time} */
    static String make() {
        SecureRandom random = new SecureRandom();
        StringBuilder made = new StringBuilder();
        for (int i = 0; i < LENGTH; i++) {
            made.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return made.toString();
    }
}
