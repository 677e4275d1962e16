package io.seckill.service.startup;

/** Redis can be reached by others and asks nobody for a password. */
final class UnsafeRedisException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String address;

    UnsafeRedisException(String address) {
        super("Redis on " + address + " can be reached from other machines and lets anybody in without a password.");
        this.address = address;
    }

    String address() {
        return address;
    }
}
