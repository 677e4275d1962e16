package io.seckill.queue;

/** There is a handler and no place for what it cannot handle. */
final class MissingDeadLetterSinkException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    MissingDeadLetterSinkException() {
        super("There is an OrderHandler bean and no DeadLetterSink bean: messages that cannot be handled would have"
                + " nowhere to go.");
    }
}
