package dev.tare.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.render.export.HtmlReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Takes the screenshots of the guide, of the report of a folder: {@code -Dscreenshots=<folder>}.
 */
@EnabledIfSystemProperty(named = "screenshots", matches = ".+")
class ScreenshotTests {

  private static final Path GUIDE = Path.of("../../../docs/guide/report");

  @TempDir static Path folder;

  private static Chromium chromium;

  @BeforeAll
  static void startBrowser() throws IOException {
    Files.write(
        folder.resolve("report.html"),
        HtmlReport.render(Path.of(System.getProperty("screenshots"))));
    chromium = Chromium.start();
  }

  @AfterAll
  static void closeBrowser() {
    if (chromium != null) {
      chromium.close();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "overview-light, 1200, false, ''",
    "overview-narrow-dark, 400, true, ''",
    "retained-dark, 1200, true, Example01RetainedTests.Failing.zones()",
    "benchmark-light, 1200, false, Example03BenchmarkTests.Failing.findsInList()",
  })
  void guideShows(String image, int width, boolean dark, String verdict) throws IOException {
    chromium.open(folder.resolve("report.html"), "", width, dark);
    Number top = 0;
    Number height = 700;
    if (!verdict.isEmpty()) {
      chromium.run(
          "[...document.querySelectorAll('.open')].find(one => one.textContent === arguments[0]).click()",
          verdict);
      chromium.awaitCharts();
      // the row, and its details without the facts below the charts
      List<Number> area =
          chromium.run(
              """
              document.activeElement.blur();
              const details = document.querySelector('.details');
              const row = details.previousElementSibling.getBoundingClientRect();
              const facts = [...details.querySelectorAll('td > details')].at(-1).getBoundingClientRect();
              return [row.top + scrollY, facts.top - row.top];
              """);
      top = area.get(0);
      height = area.get(1);
    }
    byte[] png =
        Base64.getDecoder()
            .decode(
                (String)
                    chromium
                        .driver()
                        .executeCdpCommand(
                            "Page.captureScreenshot",
                            Map.of(
                                "captureBeyondViewport",
                                true,
                                "clip",
                                Map.of(
                                    "x", 0, "y", top, "width", width, "height", height, "scale",
                                    1)))
                        .get("data"));

    assertThat(png).hasSizeBetween(10_000, 200_000);
    Files.createDirectories(GUIDE);
    Files.write(GUIDE.resolve(image + ".png"), png);
  }
}
