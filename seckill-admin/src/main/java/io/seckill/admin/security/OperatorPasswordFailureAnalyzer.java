package io.seckill.admin.security;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says at start what is wrong with the password, in a sentence instead of a stack trace. */
class OperatorPasswordFailureAnalyzer extends AbstractFailureAnalyzer<OperatorPasswordException> {

    @Override
    protected FailureAnalysis analyze(Throwable root, OperatorPasswordException cause) {
        return new FailureAnalysis(cause.getMessage(), null, cause);
    }
}
