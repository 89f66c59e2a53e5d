package dev.tare.internal.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Report;
import dev.tare.model.Sampling;
import dev.tare.unit.DataSize;
import dev.tare.unit.DefaultLocale;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Isolated("changes the default locale of the JVM")
class MarkdownSummaryTests {

  @ParameterizedTest
  @MethodSource("dev.tare.unit.DefaultLocale#all")
  void summaryEqualsItsGoldenFile(Locale locale) {
    assertHolds("summary-mixed.md", locale, () -> summary(all()));
    assertHolds("summary-within.md", locale, () -> summary(List.of(report("adds", "", 1))));
  }

  private static void assertHolds(String file, Locale locale, Supplier<String> text) {
    GoldenFile.assertHolds(file, DefaultLocale.under(locale, text));
  }

  private static List<Report> all() {
    return FixedReports.all().values().stream().map(Supplier::get).toList();
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
  void longRunsAreCut() {
    String summary = summary(FixedReports.many());

    assertThat(summary).contains("verdicts not shown\n").hasSizeLessThan(200_000);
    assertThat(summary.lines().filter(line -> line.contains("WarehouseInventory")).count())
        .isLessThan(300);
  }

  @Test
  void notesAreShown() {
    assertThat(MarkdownSummary.render(FixedReports.JVM, all(), List.of("<one> file is missing")))
        .contains("\n&lt;one&gt; file is missing\n");
  }

  private static String summary(List<Report> reports) {
    return MarkdownSummary.render(FixedReports.JVM, reports, List.of());
  }

  private static Report report(String method, String invocation, long limit) {
    Figure figure = new Figure("allocated-bytes", "allocated bytes", true);
    DataSize one = new DataSize(1);
    return new Report(
        new Report.TestId("com.shop.CartTests", method, invocation),
        List.of(
            Budget.atMost(figure, new DataSize(limit))
                .judge(Observed.exact(figure, one, Sampling.single(one), List.of()))));
  }
}
