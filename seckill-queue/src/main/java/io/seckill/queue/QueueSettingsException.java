package io.seckill.queue;

/** Settings that do not fit together. */
final class QueueSettingsException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String action;

    QueueSettingsException(String message, String action) {
        super(message);
        this.action = action;
    }

    String action() {
        return action;
    }
}
