package io.seckill.admin.browser;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives browser tests what they need; the shop and Chromium are started once, and end after the last test. */
final class BrowserExtension implements BeforeAllCallback, AfterEachCallback, ParameterResolver {

    private static final ExtensionContext.Namespace MINE = ExtensionContext.Namespace.create(BrowserExtension.class);

    @Override
    public void beforeAll(ExtensionContext context) {
        String missing = Chromium.missing();
        if (missing == null) {
            return;
        }
        if (System.getProperty("seckill.test.browser", "").equals("required")) {
            throw new AssertionError("Browser tests are required, but " + missing);
        }
        Assumptions.abort("No browser tests: " + missing);
    }

    /** Whatever a test looked at, no script of ours may have failed on the way. */
    @Override
    public void afterEach(ExtensionContext context) {
        Visitor visitor = context.getStore(MINE).get(Visitor.class, Visitor.class);
        if (visitor == null) {
            return;
        }
        if (context.getExecutionException().isPresent()) {
            visitor.screenshot("failed-" + context.getRequiredTestMethod().getName());
        } else {
            visitor.requireNoScriptError();
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == WholeShop.class || type == Visitor.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        ExtensionContext.Store lasting = context.getRoot().getStore(MINE);
        WholeShop shop = lasting.computeIfAbsent(WholeShop.class, type -> WholeShop.start(), WholeShop.class);
        if (parameter.getParameter().getType() == WholeShop.class) {
            return shop;
        }
        Chromium chromium = lasting.computeIfAbsent(Chromium.class, type -> Chromium.start(), Chromium.class);
        return context.getStore(MINE)
                .computeIfAbsent(Visitor.class, type -> new Visitor(chromium.fresh(), shop), Visitor.class);
    }
}
