package io.seckill.admin.security;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says at start what is wrong with a user, in a sentence instead of a stack trace. */
class UnfitUserFailureAnalyzer extends AbstractFailureAnalyzer<UnfitUserException> {

    @Override
    protected FailureAnalysis analyze(Throwable root, UnfitUserException cause) {
        return new FailureAnalysis(cause.getMessage(), null, cause);
    }
}
