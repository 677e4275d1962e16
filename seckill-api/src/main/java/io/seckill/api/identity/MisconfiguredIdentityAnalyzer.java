package io.seckill.api.identity;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says at start what is wrong with {@code seckill.identity}, in place of a stack trace. */
final class MisconfiguredIdentityAnalyzer extends AbstractFailureAnalyzer<MisconfiguredIdentityException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, MisconfiguredIdentityException cause) {
        return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.action(), cause);
    }
}
