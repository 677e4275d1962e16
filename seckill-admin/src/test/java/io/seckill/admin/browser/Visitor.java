package io.seckill.admin.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.results.Rule;
import com.deque.html.axecore.selenium.AxeBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.logging.Level;
import java.util.regex.Pattern;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.support.ui.ExpectedCondition;
import org.openqa.selenium.support.ui.ExpectedConditions;
import org.openqa.selenium.support.ui.WebDriverWait;

/**
 * Somebody at a browser, in which nobody has signed in and nothing is remembered: Chinese, light, at a desk, unless they
 * say otherwise.
 */
public final class Visitor {

    /** For a page on a machine that builds five other things. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    /** Chromium notes every answer that is an error; a refusal is none of ours. */
    private static final Pattern REFUSAL =
            Pattern.compile("Failed to load resource: the server responded with a status of 4\\d\\d");

    private static final Set<String> GRAVE = Set.of("serious", "critical");

    /** The rules of WCAG 2.2 AA, and no list of what is right: most of the checker's time goes into telling that. */
    private static final String CHECKS = "{\"runOnly\": {\"type\": \"tag\", \"values\": [\"wcag2a\", \"wcag2aa\","
            + " \"wcag21a\", \"wcag21aa\", \"wcag22aa\"]}, \"resultTypes\": [\"violations\"]}";

    private static final Path SCREENSHOTS = Path.of("target", "screenshots");

    private final ChromeDriver driver;
    private final WholeShop shop;
    private final List<String> logged = new ArrayList<>();

    Visitor(ChromeDriver driver, WholeShop shop) {
        this.driver = driver;
        this.shop = shop;
        speaking(Locale.SIMPLIFIED_CHINESE);
        seeing(false);
        atDesk();
    }

    /** {@return Selenium's driver, for what is not here} */
    public ChromeDriver driver() {
        return driver;
    }

    // --- what the browser is like ------------------------------------------------------------------------------------

    /** Prefers this language from the next page on. */
    public Visitor speaking(Locale language) {
        driver.executeCdpCommand("Network.enable", Map.of());
        driver.executeCdpCommand(
                "Network.setUserAgentOverride",
                Map.of(
                        "userAgent",
                        driver.executeCdpCommand("Browser.getVersion", Map.of()).get("userAgent"),
                        "acceptLanguage",
                        language.toLanguageTag()));
        return this;
    }

    /** Prefers dark pages, or light ones. */
    public Visitor seeing(boolean dark) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "features",
                        List.of(
                                Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"),
                                // What moves is blurred in a screenshot and half transparent to the checker.
                                Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
        return this;
    }

    /** Has a window of 1280 by 800 pixels. */
    public Visitor atDesk() {
        return size(1280, 800, false);
    }

    /** Holds a phone of 390 by 844 pixels. */
    public Visitor onPhone() {
        return size(390, 844, true);
    }

    private Visitor size(int width, int height, boolean mobile) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", mobile));
        return this;
    }

    // --- what they do ------------------------------------------------------------------------------------------------

    /** Signs in at the console as the operator. */
    public Visitor signIn() {
        return signIn(shop.console().username(), shop.console().password());
    }

    /** Signs in at the console as somebody who may only look. */
    public Visitor signInAsViewer() {
        return signIn("viewer", shop.console().password() + "-viewer");
    }

    private Visitor signIn(String name, String password) {
        openConsole("/login");
        type("username", name);
        type("password", password);
        driver.findElement(By.cssSelector("main form button[type=submit]")).click();
        waitFor(ExpectedConditions.not(ExpectedConditions.urlContains("/login")));
        return this;
    }

    /** Opens a page of the console. */
    public Visitor openConsole(String path) {
        return open(shop.console().url() + path);
    }

    /** Opens a page of the storefront's server. */
    public Visitor openStorefront(String path) {
        return open(shop.apiUrl() + path);
    }

    private Visitor open(String address) {
        driver.get(address);
        return this;
    }

    /** Puts text into the field of this id, in place of what is there. */
    public Visitor type(String id, String text) {
        WebElement field = driver.findElement(By.id(id));
        field.clear();
        field.sendKeys(text);
        return this;
    }

    /** Clicks the one visible link or button that says exactly this. */
    public Visitor click(String text) {
        By what = By.xpath("//*[self::a or self::button or self::summary][normalize-space()='" + text + "']");
        waitFor(browser -> driver.findElements(what).stream()
                        .filter(WebElement::isDisplayed)
                        .findFirst()
                        .orElse(null))
                .click();
        return this;
    }

    /** Clicks the first visible thing that a CSS selector finds. */
    public Visitor press(String selector) {
        waitFor(ExpectedConditions.elementToBeClickable(By.cssSelector(selector)))
                .click();
        return this;
    }

    // --- what they see -----------------------------------------------------------------------------------------------

    /** {@return the text of the whole page as it is shown} */
    public String text() {
        return driver.findElement(By.tagName("body")).getText();
    }

    /** Waits until the page shows this text. */
    public Visitor sees(String text) {
        waitFor(ExpectedConditions.textToBePresentInElementLocated(By.tagName("body"), text));
        return this;
    }

    /** Waits for anything that Selenium can be told to wait for. */
    public <T> T waitFor(ExpectedCondition<T> condition) {
        return new WebDriverWait(driver, PATIENCE, Duration.ofMillis(50)).until(condition);
    }

    /**
     * Keeps what is to be seen, the whole page however long, in {@code target/screenshots}.
     *
     * @param name of the file, without its ending
     */
    public Visitor screenshot(String name) {
        try {
            Files.createDirectories(SCREENSHOTS);
            Object page = driver.executeCdpCommand(
                            "Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", true))
                    .get("data");
            Files.write(SCREENSHOTS.resolve(name + ".png"), OutputType.BYTES.convertFromBase64Png(page.toString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** No serious or critical finding of axe on the page as it is. */
    public Visitor requireAccessible() {
        // What our own page did is on record before the checker adds lines of its own.
        collectLog();
        AxeBuilder checker = new AxeBuilder().setLegacyMode(true).disableIframeTesting();
        checker.setOptions(CHECKS);
        List<String> grave = checker.analyze(driver).getViolations().stream()
                .filter(rule -> GRAVE.contains(rule.getImpact()))
                .map(Visitor::describe)
                .toList();
        driver.manage().logs().get(LogType.BROWSER);
        assertThat(grave).as("axe on %s", driver.getCurrentUrl()).isEmpty();
        return this;
    }

    /** No page of this visitor has had an error of a script or against its content security policy so far. */
    public Visitor requireNoScriptError() {
        collectLog();
        assertThat(logged).as("errors in the browser's log").isEmpty();
        return this;
    }

    /** Of errors that were made on purpose nobody shall hear at the end. */
    void forgetErrors() {
        collectLog();
        logged.clear();
    }

    /** The page is not wider than the window: nobody has to move it sideways to read it. */
    public Visitor requireNoSidewaysScrolling() {
        Object excess = driver.executeScript(
                "const page = document.documentElement;" + " return page.scrollWidth - page.clientWidth;");
        assertThat(excess).as("pixels too wide: %s", driver.getCurrentUrl()).isEqualTo(0L);
        return this;
    }

    private void collectLog() {
        for (LogEntry entry : driver.manage().logs().get(LogType.BROWSER)) {
            if (entry.getLevel().intValue() >= Level.SEVERE.intValue()
                    && !REFUSAL.matcher(entry.getMessage()).find()) {
                logged.add(entry.getMessage());
            }
        }
    }

    private static String describe(Rule rule) {
        return rule.getImpact() + " " + rule.getId() + ": " + rule.getHelp() + " at "
                + rule.getNodes().stream()
                        .map(node -> node.getTarget() + " " + node.getHtml())
                        .toList();
    }
}
