package io.seckill.api.identity;

/** The settings do not say how to tell who is asking; the process does not start. */
final class MisconfiguredIdentityException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String action;

    /**
     * @param problem what is wrong, one sentence
     * @param action what to do about it, one sentence
     */
    MisconfiguredIdentityException(String problem, String action) {
        super(problem);
        this.action = action;
    }

    String action() {
        return action;
    }
}
