package io.seckill.service.startup;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says the sentence instead of a stack trace. */
final class StoresAwayFailureAnalyzer extends AbstractFailureAnalyzer<StoresAwayException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, StoresAwayException cause) {
        return new FailureAnalysis(String.valueOf(cause.getMessage()), null, cause);
    }
}
