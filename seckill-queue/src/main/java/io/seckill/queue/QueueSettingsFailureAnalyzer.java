package io.seckill.queue;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says plainly which settings do not fit instead of a stack trace. */
final class QueueSettingsFailureAnalyzer extends AbstractFailureAnalyzer<QueueSettingsException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, QueueSettingsException cause) {
        return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.action(), cause);
    }
}
