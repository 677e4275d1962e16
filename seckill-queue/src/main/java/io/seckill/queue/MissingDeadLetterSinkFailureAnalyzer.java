package io.seckill.queue;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says plainly what is missing instead of a stack trace. */
final class MissingDeadLetterSinkFailureAnalyzer extends AbstractFailureAnalyzer<MissingDeadLetterSinkException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, MissingDeadLetterSinkException cause) {
        return new FailureAnalysis(
                String.valueOf(cause.getMessage()),
                "Define a bean of type " + DeadLetterSink.class.getName() + " that stores dead letters durably.",
                cause);
    }
}
