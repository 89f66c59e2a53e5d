package dev.tare.browser;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * Chromium without a window, as in Debian's packages {@code chromium} and {@code chromium-driver}.
 */
final class Chromium implements AutoCloseable {

  static final int WIDE = 1300;
  static final int NARROW = 400;

  /** Warns that Selenium does not know each version of the browser's protocol. */
  private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

  private final ChromeDriver driver;

  private Chromium(ChromeDriver driver) {
    this.driver = driver;
  }

  /** Starts the browser; skips the test if there is none. */
  static Chromium start() {
    Optional<File> browser = program("chromium").or(() -> program("google-chrome"));
    Optional<File> driver = program("chromedriver");
    assumeTrue(
        browser.isPresent() && driver.isPresent(),
        "needs the programs chromium and chromedriver on the PATH");
    SELENIUM.setLevel(Level.SEVERE);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(browser.orElseThrow());
    // the sandbox does not start as root; the pages are our own
    options.addArguments("--headless=new", "--no-sandbox", "--hide-scrollbars");
    LoggingPreferences console = new LoggingPreferences();
    console.enable(LogType.BROWSER, Level.ALL);
    options.setCapability("goog:loggingPrefs", console);
    ChromeDriver started =
        new ChromeDriver(
            new ChromeDriverService.Builder().usingDriverExecutable(driver.orElseThrow()).build(),
            options);
    // axe takes 6 s, and more than the default of 30 s beside other builds
    started.manage().timeouts().scriptTimeout(Duration.ofMinutes(10));
    return new Chromium(started);
  }

  private static Optional<File> program(String name) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .map(folder -> new File(folder, name))
        .filter(File::canExecute)
        .findFirst();
  }

  ChromeDriver driver() {
    return driver;
  }

  /** Opens a page anew. */
  void open(Path page, String hash, int width, boolean dark) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of(
            "media",
            "",
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", width == NARROW));
    driver.get("about:blank");
    driver.get(page.toUri() + hash);
    awaitCharts();
  }

  /** Runs a script, and returns what it returns. */
  @SuppressWarnings("unchecked") // the caller knows its script
  <T> T run(String script, Object... arguments) {
    return (T) driver.executeScript(script, arguments);
  }

  /** Waits until the page has drawn its charts. */
  void awaitCharts() {
    driver.executeAsyncScript(
        "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() =>"
            + " requestAnimationFrame(() => requestAnimationFrame(done))));");
  }

  /** Returns what the console has printed since the last call. */
  List<LogEntry> console() {
    return driver.manage().logs().get(LogType.BROWSER).getAll();
  }

  @Override
  public void close() {
    driver.quit();
  }
}
