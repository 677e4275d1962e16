package io.seckill.queue;

/** A handler's {@link PipelineStep} threw something of its own: what follows it was not sent. */
final class StepException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    StepException(RuntimeException cause) {
        super("the handler's step before the acknowledgement threw " + cause, cause);
    }
}
