package io.seckill.admin.browser;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** The machine's own Chromium, without a window. Nothing is ever downloaded. */
final class Chromium implements AutoCloseable {

    private static final List<String> BROWSERS = List.of("chromium", "chromium-browser", "google-chrome");

    private final ChromeDriver driver;

    private Chromium(ChromeDriver driver) {
        this.driver = driver;
    }

    /** {@return what is not on the PATH, with what would help; {@code null} if all is there} */
    static @Nullable String missing() {
        if (browser().isEmpty()) {
            return "none of " + BROWSERS + " is on the PATH (Debian: apt-get install chromium chromium-driver)";
        }
        return onPath("chromedriver").isPresent()
                ? null
                : "there is no chromedriver on the PATH (Debian: apt-get install chromium-driver)";
    }

    static Chromium start() {
        ChromeOptions options = new ChromeOptions();
        options.setBinary(browser().orElseThrow().toFile());
        options.addArguments(
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--hide-scrollbars");
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(onPath("chromedriver").orElseThrow().toFile())
                .build();
        return new Chromium(new ChromeDriver(service, options));
    }

    /** {@return the driver, in a new tab of a browser that has forgotten everything} */
    ChromeDriver fresh() {
        String old = driver.getWindowHandle();
        String tab = driver.switchTo().newWindow(WindowType.TAB).getWindowHandle();
        driver.switchTo().window(old).close();
        driver.switchTo().window(tab);
        driver.executeCdpCommand("Network.clearBrowserCookies", Map.of());
        driver.executeCdpCommand("Network.clearBrowserCache", Map.of());
        driver.manage().logs().get(LogType.BROWSER);
        return driver;
    }

    private static Optional<Path> browser() {
        return BROWSERS.stream().flatMap(name -> onPath(name).stream()).findFirst();
    }

    private static Optional<Path> onPath(String name) {
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.of(path.split(File.pathSeparator))
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
