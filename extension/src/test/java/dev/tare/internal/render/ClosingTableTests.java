package dev.tare.internal.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Report;
import dev.tare.model.Sampling;
import dev.tare.model.Verdict;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import java.net.URI;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClosingTableTests {

  private static final List<Report> REPORTS =
      FixedReports.all().values().stream().map(Supplier::get).toList();

  @Test
  void tableIsEmptyWithoutReports() {
    assertThat(ClosingTable.render(List.of(), null)).isEmpty();
  }

  @Test
  void tableHasTitlesFortyRowsAndASum() {
    assertThat(ClosingTable.render(FixedReports.many(), null).lines())
        .filteredOn(line -> !isReason(line))
        .hasSize(42)
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(150));
  }

  @Test
  void classAndMethodAreWholeAndTheArgumentIsCut() {
    Report.TestId test =
        new Report.TestId("com.shop.FuzzFixesTest", "x".repeat(50), "[1544] " + "y/".repeat(40));
    Report report = new Report(test, FixedReports.within().verdicts());

    assertThat(ClosingTable.render(List.of(report), null))
        .contains("\nFuzzFixesTest." + "x".repeat(50) + "() [1544] ...");
  }

  @Test
  void figuresThatWouldBeCutAlikeAreWholeAndAMillionfoldIsNoShare() {
    Count calls = new Count(2_000_000);
    List<Verdict> verdicts =
        Stream.of("OrderRepository", "CustomerRepository")
            .map(type -> new Figure("invocations", "invocations of " + type + ".find()", true))
            .map(figure -> Observed.exact(figure, calls, Sampling.single(calls), List.of()))
            .map(found -> Budget.atMost(found.figure(), new Count(1)).judge(found))
            .toList();
    Report.TestId test = new Report.TestId("com.shop.ShopTests", "finds", "");

    assertThat(ClosingTable.render(List.of(new Report(test, verdicts)), null))
        .contains("invocations of OrderRepository.find()", "invocations of CustomerRepository")
        .containsPattern("2,000,000 +1 +- +exceeded");
  }

  @Test
  void lastLineHasTheAddressOfThePage() {
    URI page = URI.create("file:///shop/target/tare/report.html");

    assertThat(ClosingTable.render(List.of(FixedReports.within()), page))
        .endsWith("Tare: 1 within; file:///shop/target/tare/report.html\n");
  }

  @Test
  void tableDoesNotDependOnTheOrderOfReports() {
    List<Report> reversed = REPORTS.stream().collect(Collectors.toList());
    Collections.reverse(reversed);
    assertThat(ClosingTable.render(reversed, null)).isEqualTo(ClosingTable.render(REPORTS, null));
  }

  @Test
  void tableShowsTheGravestVerdictsOfManyAndCountsAll() {
    String table = ClosingTable.render(FixedReports.many(), null);
    assertThat(table.lines().filter(ClosingTableTests::isReason)).hasSize(5);
    assertThat(table.lines().filter(line -> line.endsWith("exceeded"))).hasSize(16);
    assertThat(table)
        .endsWith(
            "Tare: 1,204 within, 3 inconclusive, 2 unmeasured, 16 exceeded; 1,185 not shown\n");
  }

  @Test
  void lastLineNamesOnlyOutcomesThatOccurred() {
    assertThat(ClosingTable.render(List.of(FixedReports.within()), null))
        .endsWith("Tare: 1 within\n");
    assertThat(ClosingTable.render(List.of(FixedReports.unmeasured()), null))
        .endsWith("Tare: 0 within, 1 unmeasured\n");
  }

  @Test
  void remarkOnOtherWorkIsBelowTheTable() {
    assertThat(ClosingTable.render(List.of(FixedReports.withinByOtherWork()), null))
        .contains(
            "\nTime per call of LookupTests.lookup() 312 ns is within 400 ns: the samples judged"
                + " give 312 ns, all calls 390 ns on average\n")
        .endsWith("Tare: 1 within\n");
  }

  @Test
  void differentFiguresPrintDifferently() {
    assertThat(ClosingTable.render(List.of(FixedReports.exceededByAHair()), null))
        .contains("  250.004 ns   250.000 ns   100.0 %  exceeded\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a | b",
        "`a` ``` ~~~",
        "</details></pre><script>alert(1)</script>",
        "line one\r\n# line two\n\n| a | b |",
        "[link](javascript:alert(1)) ![x](y) <http://a.b> www.a.b https://a.b",
        "@someone #1 :tada: $x$ \\| &lt; &#124; *a* _b_ ~~c~~",
        "\u202e\u0000\u2028"
      })
  void hostileNamesHaveNoEffectOnTheirSurroundings(String name) {
    for (long limit : new long[] {0, 2}) {
      String summary = summary(List.of(report("adds", name, limit)));
      String plain = summary(List.of(report("adds", "x", limit)));

      assertThat(summary.lines()).hasSameSizeAs(plain.lines().toList());
      assertThat(summary.replaceAll("(?s)<pre>.*?</pre>", "<pre>"))
          .isEqualTo(plain.replaceAll("(?s)<pre>.*?</pre>", "<pre>"));
      assertThat(tags(summary)).isEqualTo(tags(plain));
    }
  }

  /** Returns the HTML tags, in order. */
  private static List<String> tags(String text) {
    return Pattern.compile("</?\\w+[^>]*>")
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .toList();
  }

  @Test
  void longSummaryIsCut() {
    String summary = summary(FixedReports.many());

    assertThat(summary).hasSizeLessThan(200_000);
    assertThat(summary.lines().filter(line -> line.contains("WarehouseInventory")).count())
        .isLessThan(300);
  }

  private static String summary(List<Report> reports) {
    return ClosingTable.markdown(FixedReports.JVM, reports);
  }

  static Report report(String method, String invocation, long limit) {
    Figure figure = new Figure("allocated-bytes", "allocated bytes", true);
    DataSize one = new DataSize(1);
    return new Report(
        new Report.TestId("com.shop.CartTests", method, invocation),
        List.of(
            Budget.atMost(figure, new DataSize(limit))
                .judge(Observed.exact(figure, one, Sampling.single(one), List.of()))));
  }

  /** Returns whether a line is the reason of an inconclusive or unmeasured verdict. */
  private static boolean isReason(String line) {
    return line.startsWith("inconclusive: ") || line.startsWith("unmeasured: ");
  }
}
