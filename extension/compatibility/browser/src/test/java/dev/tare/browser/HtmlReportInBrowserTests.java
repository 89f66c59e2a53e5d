package dev.tare.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tare.internal.render.export.HtmlReport;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.support.ui.Select;

class HtmlReportInBrowserTests {

  private static final Path VERDICTS = Path.of("src/test/resources/verdicts");
  private static final Path ODD = Path.of("src/test/resources/odd");
  private static final String TREEMAP = "Example01RetainedTests.Failing.zones";

  private static Chromium chromium;

  @TempDir Path folder;

  @BeforeAll
  static void startBrowser() {
    chromium = Chromium.start();
  }

  @AfterAll
  static void closeBrowser() {
    if (chromium != null) {
      chromium.close();
    }
  }

  @BeforeEach
  void openReport() throws IOException {
    open(page(VERDICTS), "");
  }

  @AfterEach
  void consoleIsEmpty() {
    assertThat(chromium.console()).isEmpty();
  }

  private Path page(Path verdicts) throws IOException {
    return Files.write(folder.resolve("report.html"), HtmlReport.render(verdicts));
  }

  private static void open(Path page, String hash) {
    chromium.open(page, hash, Chromium.WIDE, false);
  }

  @Test
  void worstIsFirst() {
    List<String> outcomesOfClasses =
        chromium.run(
            "return [...document.querySelectorAll('.group')].map(one =>"
                + " one.nextElementSibling.querySelector('.outcome').textContent)");
    assertThat(outcomesOfClasses)
        .startsWith("exceeded")
        .endsWith("within")
        .isSortedAccordingTo(
            Comparator.comparing(
                List.of("exceeded", "unmeasured", "inconclusive", "within")::indexOf));
    assertThat(texts(".totals li").get(0)).matches("1\\d exceeded");
  }

  @Test
  void causeIsWhatLeadsToMostOfTheFigure() {
    assertThat(texts(".verdicts > tbody .cause"))
        .contains(
            "100 % countsZonesOfArgentina(), line 36: in java.lang.String.substring()",
            "58 % elements[*].countries",
            "72 % Example37CallsTests.name(), line 20");
  }

  @Test
  void textFilters() {
    element("[type=search]").sendKeys("example02 ALLOCATED");

    assertThat(names()).allMatch(name -> name.startsWith("Example02AllocationTests"));
    assertThat(names()).hasSize(2);
    assertThat(element("[role=status]").getText()).startsWith("2 of ");
  }

  @ParameterizedTest
  @CsvSource({
    "outcome, unmeasured, 2, unmeasured",
    "figure, growth of retained size, 1, Example17GrowthTests.keepsSquares()",
    "class, dev.tare.examples.Example05CacheTests$Failing, 1, Example05CacheTests.Failing.forgetsNothing()",
  })
  void listsFilter(String list, String option, int rows, String text) {
    select(list).selectByVisibleText(option);

    assertThat(rows()).hasSize(rows).allSatisfy(row -> assertThat(row.getDomProperty("textContent")).contains(text));
  }

  @Test
  void titlesSort() {
    WebElement measured = header("measured");
    measured.click();

    assertThat(names().get(0)).isEqualTo("Example03BenchmarkTests.Failing.countsTabs()");
    assertThat(ariaSort("measured")).isEqualTo("descending");

    measured.click();

    assertThat(ariaSort("measured")).isEqualTo("ascending");
    assertThat(names()).last().isEqualTo("Example03BenchmarkTests.Failing.countsTabs()");

    header("test").click();

    assertThat(ariaSort("measured")).isEqualTo("none");
    assertThat(names()).isSorted();
  }

  @Test
  void eachVerdictOpens() {
    for (int i = 0; i < names().size(); i++) {
      WebElement button = chromium.driver().findElements(By.cssSelector(".open")).get(i);
      button.click();
      chromium.awaitCharts();

      assertThat(element(".details").getText()).contains("How it was measured");

      chromium.driver().findElements(By.cssSelector(".open")).get(i).click();
      assertThat(chromium.driver().findElements(By.cssSelector(".details"))).isEmpty();
    }
  }

  @Test
  void treemapShowsExactBytesAndOpensItsParts() {
    expand(TREEMAP);
    assertThat(cellLabels())
        .first()
        .asString()
        .isEqualTo("retained size: 87.9 KiB (89,992 B), 100 %");
    assertThat(cellLabels())
        .contains(
            "elements \u203a [*] \u203a .countries \u203a .elementData \u203a java.lang.Object[]:"
                + " 17.1 KiB (17,544 B), 19 %, 312 times")
        .anyMatch(label -> label.endsWith("; could save 9.5 KiB (9,704 B)"));

    WebElement countries = cell(".countries");
    countries.sendKeys(Keys.ENTER);
    chromium.awaitCharts();

    assertThat(texts(".details figure button")).containsExactly("retained size", "elements", "[*]");
    assertThat(cellLabels()).noneMatch(label -> label.contains(".coordinates"));

    chromium.driver().findElement(By.cssSelector(".details figure button")).click();
    chromium.awaitCharts();

    assertThat(cellLabels()).anyMatch(label -> label.contains(".coordinates"));
  }

  @Test
  void arrowKeysMoveThroughATreemap() {
    expand(TREEMAP);
    chromium.driver().findElement(By.cssSelector(".cell")).sendKeys(Keys.ARROW_RIGHT);

    String label = chromium.run("return document.activeElement.getAttribute('aria-label')");
    assertThat(label).startsWith("elements");
    assertThat(element(".shown").getText()).isEqualTo(label);
    assertThat(
            (Long)
                chromium.run(
                    "return document.querySelectorAll('.details .cell[tabindex=\"0\"]').length"))
        .isEqualTo(1);
  }

  @Test
  void viewsAreSwitched() {
    expand(TREEMAP);
    choose("class");
    assertThat(cellLabels())
        .anyMatch(label -> label.startsWith("java.util \u203a java.util.ArrayList: "));
    choose("icicle");
    assertThat(cellLabels())
        .anyMatch(label -> label.startsWith("java.util \u203a java.util.ArrayList: "));
  }

  @Test
  void allocationIsAFlameGraphOfCallPaths() {
    expand("Example02AllocationTests.Failing.countsZonesOfArgentina");

    assertThat(cellLabels())
        .contains(
            "Example02AllocationTests.Failing.countsZonesOfArgentina() \u203a line 36 \u203a"
                + " in java.lang.String.substring(): 14.6 KiB (14,976 B), 100 %, 312 times");
    choose("type");
    assertThat(cellLabels()).contains("in java.util.List.iterator() (iterator): 32 B, 0.21 %");
  }

  @Test
  void benchmarkHasItsSamplesAndDistributions() {
    expand("Example03BenchmarkTests.Failing.findsInList");

    assertThat(texts("figcaption"))
        .contains("Samples in their order", "Distribution of the samples");
    assertThat(texts(".details .keys li")).contains("outlier");
    assertThat(
            (Long)
                chromium.run(
                    "return document.querySelectorAll('.details svg path.points0').length"))
        .isGreaterThan(40);
    chromium.run("document.querySelectorAll('.details details').forEach(one => one.open = true)");
    assertThat(texts(".details figure tbody tr")).hasSize(40);
  }

  @Test
  void growthHasBothKindsOfAxes() {
    expand("Example17GrowthTests.joinsWithBuilder");

    assertThat(texts(".details .keys li")).containsExactly("cost", "fitted", "limit n^1.85");
    // from 25,268.5 ns at 1,000 to 190,493 ns at 8,000, or by the limit 8^1.85 times as long
    assertThat(rise("limit") / rise("line"))
        .isCloseTo(1.85 / (Math.log(190_493 / 25_268.5) / Math.log(8)), within(0.01));
    choose("linear");
    assertThat(rise("limit") / rise("line"))
        .isCloseTo(25_268.5 * (Math.pow(8, 1.85) - 1) / (190_493 - 25_268.5), within(0.01));
  }

  /** Returns how many pixels a curve of the chart rises from its first to its last point. */
  private static double rise(String kind) {
    return ((Number)
            chromium.run(
                "const points = document.querySelector(`figure div svg path.${arguments[0]}`).getAttribute('d')"
                    + ".slice(1).split('L').map(point => Number(point.split(',')[1]));"
                    + " return points[0] - points.at(-1)",
                kind))
        .doubleValue();
  }

  @Test
  void callsAreATree() {
    expand("Example37CallsTests.Failing.sortsByKey");

    assertThat(cellLabels())
        .anyMatch(
            label ->
                label.startsWith(
                    "Example37CallsTests.Failing.sortsByKey() \u203a Example37CallsTests.name(): "));
  }

  @Test
  void survivorIsAChain() {
    expand("Example25LeakTests.Failing.listenerKeepsCarts");

    assertThat(texts(".chain li"))
        .containsExactly(
            "static field dev.tare.examples.Example25LeakTests$Failing.REMOVED",
            ".elementData java.lang.Object[]",
            "[0] dev.tare.examples.Example25LeakTests$Cart");
    assertThat(element(".details").getText())
        .contains("keeps 4.1 KiB (4,184 B) in 4 objects that would go with it");
  }

  @Test
  void earlierBuildIsHiddenUntilItIsWanted() {
    assertThat(names()).doesNotContain("Example01RetainedTests.Failing.zonesOfLastYear()");

    element("[type=checkbox]").click();

    assertThat(names()).contains("Example01RetainedTests.Failing.zonesOfLastYear()");
  }

  @Test
  void linkOpensItsVerdictThoughAFilterHidesIt() {
    expand("Example05CacheTests.Failing.forgetsNothing");
    String link = element(".details a").getDomAttribute("href");
    open(folder.resolve("report.html"), link);

    assertThat(element(".details").getText())
        .contains("Example05CacheTests$Failing.forgetsNothing()");

    element("[type=search]").sendKeys("nothing has this name");
    assertThat(names()).isEmpty();
    chromium.run("location.hash = ''; location.hash = arguments[0]", link);
    chromium.awaitCharts();

    assertThat(element(".details").getText())
        .contains("Example05CacheTests$Failing.forgetsNothing()");
  }

  @Test
  void nothingIsLoaded() {
    assertThat((Long) chromium.run("return performance.getEntriesByType('resource').length"))
        .isZero();
  }

  @Test
  void hostileNamesAreText() throws IOException {
    String hostile =
        "<img src=x onerror='window.hacked=1'></script><script>window.hacked=1</script>"
            + "\\\" ' & \\u202Eevil \\ud800 <b>bold</b> {verdicts}";
    Path verdicts = Files.createDirectory(folder.resolve("hostile"));
    String text = Files.readString(VERDICTS.resolve("verdicts-23827-1795804648428.json"));
    Files.writeString(
        verdicts.resolve("verdicts-1-1.json"),
        text.replace("dev.tare.examples.", "dev." + hostile)
            .replace("\"invocation\":\"\"", "\"invocation\":\"" + hostile + "\"")
            .replace("java.lang.String", hostile)
            .replace(".countries", "." + hostile)
            .replace("allocated bytes", hostile)
            .replace("this test", hostile));

    open(page(verdicts), "");
    openAll();
    chromium.run("document.querySelectorAll('.cell').forEach(one => one.focus())");

    assertThat((String) chromium.run("return String(window.hacked)")).isEqualTo("undefined");
    assertThat((Long) chromium.run("return document.querySelectorAll('img, b').length")).isZero();
    assertThat((Long) chromium.run("return document.querySelectorAll('script').length"))
        .isEqualTo(2);
    assertThat(names().get(0))
        .contains("<img src=x onerror='window.hacked=1'>", "\\u202Eevil", "\\uD800");
    assertThat((String) chromium.run("return document.body.innerText")).doesNotContain("\u202e");
    assertThat((Long) chromium.run("return performance.getEntriesByType('resource').length"))
        .isZero();
    assertThat(select("figure").getOptions())
        .anyMatch(option -> option.getText().contains("<b>bold</b>"));
  }

  @Test
  void oddAmountsAreShortAndThoseThatCanBeAreExact() throws IOException {
    open(page(ODD), "");

    assertThat(texts("main tbody tr"))
        .anyMatch(row -> row.contains("exactBytes() energy B 1,023 B 100 B"))
        .anyMatch(row -> row.contains("huge() energy J 1.00e+300 J 100 J 1.00e+298x"))
        .anyMatch(row -> row.contains("fraction() energy ns 0.03 ns"))
        .anyMatch(row -> row.contains("negative() energy J -5 J 100 J -5.0 %"));
    assertThat((Long) chromium.run("return document.documentElement.scrollWidth"))
        .isLessThanOrEqualTo(Chromium.WIDE);
  }

  @Test
  void eachOddVerdictHasNumbersInItsCharts() throws IOException {
    open(page(ODD), "");
    openAll();

    List<String> wrong =
        chromium.run(
            """
            return [...document.querySelectorAll('svg *')].flatMap(one => [...one.attributes])
                .map(one => one.name + '=' + one.value).filter(text => /NaN|undefined|Infinity/.test(text))
            """);
    assertThat(wrong).isEmpty();
    assertThat(texts(".details")).hasSameSizeAs(names());
    assertThat((Long) chromium.run("return document.documentElement.scrollWidth"))
        .isLessThanOrEqualTo(Chromium.WIDE);
  }

  @Test
  void callerIsAboveWhatItCalls() throws IOException {
    open(page(ODD), "");
    expand("OddTests.callers");

    assertThat(cellLabels())
        .anyMatch(
            label -> label.startsWith("C.d() \u203a line 9 \u203a A.b() \u203a line 3 \u203a "))
        .anyMatch(label -> label.startsWith("Foo.x() \u203a line 7 \u203a held at .other \u203a "));
  }

  @Test
  void zerosHaveNoLogarithmicAxes() throws IOException {
    open(page(ODD), "");
    expand("OddTests.growthOfZero");

    assertThat(texts(".details .views")).isEmpty();
    assertThat(texts(".details figure .tick")).contains("0 B");
  }

  @Test
  void wideIntervalDoesNotHideTheSamples() throws IOException {
    open(page(ODD), "");
    expand("OddTests.wideInterval");

    assertThat(texts(".details figure .tick")).contains("10 ns").doesNotContain("1 s");
  }

  @Test
  void focusStaysWhereTheReaderIs() {
    expand(TREEMAP);
    assertThat(focused()).startsWith("Example01RetainedTests.Failing.zones()");
    cell(".countries").sendKeys(Keys.ENTER);
    element(".details figure button").sendKeys(Keys.ENTER);
    assertThat(focused()).isEqualTo("retained size: 87.9 KiB (89,992 B), 100 %");

    header("test").sendKeys(Keys.ENTER);
    assertThat(focused()).isEqualTo("test");
    assertThat(element(".details").isDisplayed()).isTrue();
  }

  private static String focused() {
    return chromium.run(
        "const one = document.activeElement; return one.getAttribute('aria-label') ?? one.textContent");
  }

  @Test
  void printIsDarkOnWhite() {
    chromium
        .driver()
        .executeCdpCommand(
            "Emulation.setEmulatedMedia",
            Map.of(
                "media",
                "print",
                "features",
                List.of(Map.of("name", "prefers-color-scheme", "value", "dark"))));

    assertThat(
            (String)
                chromium.run(
                    "const style = getComputedStyle(document.body); return style.color + ' on ' + style.backgroundColor"))
        .isEqualTo("rgb(27, 31, 36) on rgb(255, 255, 255)");
  }

  @Test
  void lineThatIsNoJsonIsCountedAndLeftOut() throws IOException {
    Path verdicts = Files.createDirectory(folder.resolve("broken"));
    List<String> lines = Files.readAllLines(VERDICTS.resolve("verdicts-23827-1795804648428.json"));
    lines.set(1, lines.get(1).replace("\"limitSource\":null", "\"limitSource\":nul"));
    Files.write(verdicts.resolve("verdicts-1-1.json"), lines);

    open(page(verdicts), "");

    assertThat(rows()).hasSize(lines.size() - 3);
    assertThat(element("main").getText()).contains("1 lines of the data cannot be read");
  }

  @Test
  void verdictsWithinTheirLimitAreFoldedIfThereAreMany() throws IOException {
    Path verdicts = Files.createDirectory(folder.resolve("many"));
    List<String> lines = Files.readAllLines(VERDICTS.resolve("verdicts-23827-1795804648428.json"));
    List<String> many = new ArrayList<>(lines.subList(0, 1));
    for (String name : List.of("a.", "b.", "c.", "d.")) {
      for (String line : lines.subList(1, lines.size() - 1)) {
        many.add(line.replaceFirst(",?$", ",").replace("{\"class\":\"", "{\"class\":\"" + name));
      }
    }
    Files.write(verdicts.resolve("verdicts-1-1.json"), many);

    open(page(verdicts), "");

    assertThat(texts(".verdicts > tbody .outcome")).isNotEmpty().doesNotContain("within");
    WebElement folded = element(".group .open");
    int within = Integer.parseInt(folded.getText().replace(" within", ""));
    folded.click();
    assertThat(texts(".verdicts > tbody .within")).hasSize(within);

    element("[type=search]").sendKeys("a.dev");
    assertThat(texts(".group .open")).isEmpty();
    assertThat(texts(".verdicts > tbody .within")).hasSizeGreaterThan(within);
  }

  @Test
  void emptyFolderHasAPage() throws IOException {
    open(page(Files.createDirectory(folder.resolve("empty"))), "");

    assertThat(element("main").getText()).contains("There are no verdicts.");
  }

  @ParameterizedTest
  @CsvSource({"1300, false", "1300, true", "400, false", "400, true"})
  void pageIsAccessible(int width, boolean dark) {
    chromium.open(folder.resolve("report.html"), "", width, dark);
    openAll();
    chromium.run("document.querySelectorAll('details').forEach(one => one.open = true)");
    chromium.awaitCharts();
    chromium.run(resource("/axe.min.js"));

    Object violations =
        chromium
            .driver()
            .executeAsyncScript(
                "const done = arguments[0]; axe.run().then(result => done(result.violations.map(one =>"
                    + " ({id: one.id, nodes: one.nodes.slice(0, 3).map(node => node.html.slice(0, 300) + node.failureSummary)}))))");

    assertThat(violations).isEqualTo(List.of());
  }

  @Test
  void pageIsNotWiderThanAPhone() {
    chromium.open(folder.resolve("report.html"), "", Chromium.NARROW, false);
    openAll();

    assertThat((Long) chromium.run("return document.documentElement.scrollWidth"))
        .isLessThanOrEqualTo(Chromium.NARROW);
  }

  private static void openAll() {
    chromium.run("document.querySelectorAll('.open').forEach(one => one.click())");
    chromium.awaitCharts();
  }

  private static void expand(String name) {
    for (WebElement button : chromium.driver().findElements(By.cssSelector(".open"))) {
      if (button.getDomProperty("textContent").startsWith(name + "()")) {
        button.click();
        chromium.awaitCharts();
        return;
      }
    }
    throw new AssertionError(name + " is not one of " + names());
  }

  private static void choose(String option) {
    chromium.run(
        "[...document.querySelectorAll('.views label')].find(one => one.textContent === arguments[0]).click()",
        option);
    chromium.awaitCharts();
  }

  private static WebElement element(String selector) {
    return chromium.driver().findElement(By.cssSelector(selector));
  }

  private static WebElement cell(String part) {
    return chromium.run(
        "return [...document.querySelectorAll('.cell[role=button]')].find(one =>"
            + " one.getAttribute('aria-label').split(': ')[0].endsWith(arguments[0]))",
        part);
  }

  private static Select select(String title) {
    return new Select(
        chromium.run(
            "return [...document.querySelectorAll('.filters label')].find(one => one.firstChild.textContent === arguments[0]).querySelector('select')",
            title));
  }

  private static WebElement header(String title) {
    return chromium.run(
        "return [...document.querySelectorAll('.verdicts > thead button')].find(one => one.textContent === arguments[0])",
        title);
  }

  private static String ariaSort(String title) {
    return chromium.run(
        "return arguments[0].closest('th').getAttribute('aria-sort')", header(title));
  }

  private static List<WebElement> rows() {
    return chromium.driver().findElements(By.cssSelector(".verdicts > tbody > tr:not(.group)"));
  }

  private static List<String> texts(String selector) {
    return chromium.run(
        "return [...document.querySelectorAll(arguments[0])].map(one => (one.innerText ?? one.textContent).replace(/\\s+/g, ' ').trim())",
        selector);
  }

  /** Returns the names of the tests with their classes, which a list by class does not repeat. */
  private static List<String> names() {
    return chromium.run(
        "return [...document.querySelectorAll('.open')].map(one => one.textContent)");
  }

  private static List<String> cellLabels() {
    return chromium.run(
        "return [...document.querySelectorAll('.cell')].map(one => one.getAttribute('aria-label'))");
  }

  private static String resource(String name) {
    try (InputStream resource = HtmlReportInBrowserTests.class.getResourceAsStream(name)) {
      return new String(resource.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
