package dev.tare.internal.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.Row;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Report;
import dev.tare.model.Sampling;
import dev.tare.model.Verdict;
import dev.tare.unit.DataSize;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FailureMessageTests {

  private static final Figure FIGURE = new Figure("retained-size", "retained size", false);

  @Nested
  class FirstLine {

    @Test
    void longDisplayNameIsClipped() {
      Report.TestId test = new Report.TestId("CartTests", "cart", "x".repeat(10_000));
      String message = render(new Report(test, List.of(exceeded(breakdown(1)).verdicts().get(0))));
      assertThat(message.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(161));
      assertThat(message.lines().toList().get(0))
          .startsWith("Retained size of CartTests.cart() xxx")
          .contains("...");
    }
  }

  @Nested
  class BreakdownLines {

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 5, 6, 1_000})
    void breakdownHasAtMostFiveRowsThatAddUp(int rows) {
      Breakdown breakdown = breakdown(rows);
      Pattern row = Pattern.compile("^ +[0-9.]+ % +([0-9,]+) B +([0-9,]+)  .*$", Pattern.MULTILINE);
      List<MatchResult> shown = row.matcher(render(exceeded(breakdown))).results().toList();
      assertThat(shown).hasSize(rows == 1_000 ? 4 : Math.min(rows, 5));
      assertThat(sum(shown, 1)).isEqualTo((long) breakdown.total().amount());
      assertThat(sum(shown, 2)).isEqualTo(rows * 3L);
    }

    @Test
    void lastRowHasTheNumberOfOmittedRows() {
      assertThat(render(exceeded(breakdown(5)))).doesNotContain(" more");
      assertThat(render(exceeded(breakdown(6)))).contains("  2 more\n");
      assertThat(render(exceeded(breakdown(1_005)))).contains("  1,002 more\n");
    }

    @Test
    void rowsBelowFivePercentAreAddedUpOrLeftOut() {
      assertThat(rows("a 9000 x", "b 500 x", "c 300 x", "d 200 x"))
          .containsExactly("90.0 % a x", "5.0 % b x", "5.0 % 2 more");
      assertThat(rows("a 9000 x", "b 600 x", "c 300 x", "d 100 x"))
          .containsExactly("90.0 % a x", "6.0 % b x");
    }

    @Test
    void manyPlacesAreAddedUpByLine() {
      String line = " com.shop.Parser.parse(Parser.java:";
      assertThat(
              rows(
                  "a 110" + line + "7)",
                  "b 110" + line + "7)",
                  "c 110" + line + "7)",
                  "d 110" + line + "7)",
                  "e 110" + line + "9)",
                  "e 110" + line + "10)",
                  "e 110" + line + "11)",
                  "e 110" + line + "12)",
                  "e 110" + line + "13)"))
          .first()
          .isEqualTo("44.4 % 4 types" + line + "7)");
    }

    @Test
    void manyPlacesAreAddedUpByTheLineOfTheApplication() {
      List<String> rows = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        rows.add(
            "a 10 lib.Parser.parse(Parser.java:" + i + ") from com.shop.Cart.add(Cart.java:1)");
        rows.add("b 20 lib.Lexer.next(Lexer.java:" + i + ") from com.shop.Cart.put(Cart.java:2)");
      }

      assertThat(rows(rows.toArray(String[]::new)))
          .containsExactly(
              "66.7 % b com.shop.Cart.put(Cart.java:2)", "33.3 % a com.shop.Cart.add(Cart.java:1)");
    }

    @Test
    void manyLinesAreAddedUpByMethod() {
      List<String> rows = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        rows.add("a 10 com.shop.Parser.parse(Parser.java:" + i + ")");
        rows.add("a 10 com.shop.Lexer.next(Lexer.java:" + i + ")");
      }

      assertThat(rows(rows.toArray(String[]::new)))
          .containsExactly("50.0 % a com.shop.Parser.parse", "50.0 % a com.shop.Lexer.next");
    }

    /** Returns share, type and place of the rows shown, each given as type, bytes and place. */
    private List<String> rows(String... typesBytesAndPlaces) {
      List<Row> rows = new ArrayList<>();
      long total = 0;
      for (String row : typesBytesAndPlaces) {
        String[] parts = row.split(" ", 3);
        DataSize bytes = new DataSize(Long.parseLong(parts[1]));
        rows.add(new Row(bytes, 1, parts[0], parts[2]));
        total += bytes.bytes();
      }
      return render(exceeded(new Breakdown(new DataSize(total), rows, List.of())))
          .lines()
          .filter(line -> line.contains(" %  "))
          .map(
              line ->
                  line.replaceFirst(" %  .* B  +[0-9,]+  ", " % ").replaceAll(" +", " ").strip())
          .toList();
    }

    @Test
    void breakdownWithoutRowsIsOmitted() {
      assertThat(render(exceeded(new Breakdown(new DataSize(0), List.of(), List.of()))))
          .doesNotContain("share");
    }

    private long sum(List<MatchResult> rows, int group) {
      return rows.stream()
          .mapToLong(row -> Long.parseLong(row.group(group).replace(",", "")))
          .sum();
    }
  }

  @Nested
  class Paths {

    private static final Remark HEADLINE = Remark.of(Remark.HEADLINE, "Not collected: all of");
    private static final Remark WOULD_GO = Remark.of(Remark.WOULD_GO, "without it");
    private static final Remark NOTE = Remark.of("no-lines", "no lines");

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 10, 11, 1_000})
    void messageWithAPathHasAtMostTwelveLines(int rows) {
      for (int references : List.of(0, 1, 3, 4, 5, 8, 50)) {
        for (List<Remark> others :
            List.of(
                List.<Remark>of(),
                List.of(WOULD_GO),
                List.of(WOULD_GO, NOTE),
                List.of(HEADLINE, WOULD_GO, NOTE, Remark.of(Remark.KEEPS, "it")))) {
          String message = held(rows, path(references, others), "tare.limits");

          assertThat(message.lines()).as(message).hasSizeLessThanOrEqualTo(12);
          assertThat(message).contains("  held by     root").contains("  report ");
          assertThat(message.contains("Type" + (rows - 1) + " "))
              .isEqualTo(rows > 1 || !others.contains(HEADLINE));
        }
      }
    }

    @Test
    void pathIsShortenedInTheMiddle() {
      assertThat(held(1, path(4, List.of()), null))
          .contains(
              """
                held by     root
                            .a0  com.shop.A0
                            .a1  com.shop.A1
                            .a2  com.shop.A2
                            .a3  com.shop.A3
              """);
      assertThat(held(1, path(50, List.of()), null))
          .contains(
              """
                held by     root
                            .a0   com.shop.A0
                            ... more
                            .a48  com.shop.A48
                            .a49  com.shop.A49
              """);
    }

    @Test
    void fieldsOfTheApplicationStayInALongPath() {
      assertThat(held(1, withOwnFields(path(20, List.of()), 15), null))
          .contains(
              """
                held by     root
                            ... more
                            .a14  com.shop.A14
                            ... more
                            .a19  com.shop.A19
              """);
      assertThat(held(1, withOwnFields(path(20, List.of()), 3, 18, 19, 20), null))
          .contains(
              """
                held by     root
                            ... more
                            .a17  com.shop.A17
                            .a18  com.shop.A18
                            .a19  com.shop.A19
              """);
    }

    private static List<Remark> withOwnFields(List<Remark> path, int... numbers) {
      for (int number : numbers) {
        Map<String, Object> facts = new LinkedHashMap<>(path.get(number).facts());
        facts.put(Remark.OF_THE_APPLICATION, "true");
        path.set(number, new Remark(Remark.HELD_BY, path.get(number).form(), facts));
      }
      return path;
    }

    @ParameterizedTest
    @CsvSource({
      // rows, rows shown, lines of the path shown
      "1, 1, 5",
      "3, 3, 3",
      "4, 3, 3",
      "5, 3, 3",
      "12, 3, 3"
    })
    void rowsAndReferencesShareTheLines(int rows, int rowsShown, int linesShown) {
      String message = held(rows, path(50, List.of(WOULD_GO)), null);

      assertThat(message.lines())
          .as(message)
          .filteredOn(line -> line.contains(" %  "))
          .hasSize(rowsShown);
      assertThat(message.lines())
          .as(message)
          .filteredOn(line -> line.matches(".* (root|\\.\\.\\. more|\\.a\\d+ +com.*)"))
          .hasSize(linesShown);
    }

    private List<Remark> path(int references, List<Remark> others) {
      List<Remark> notes = new ArrayList<>(others);
      notes.add(Remark.of(Remark.HELD_BY, "{root}", "root"));
      for (int i = 0; i < references; i++) {
        notes.add(Remark.of(Remark.HELD_BY, "{reference}  {type}", ".a" + i, "com.shop.A" + i));
      }
      return notes;
    }

    private String held(int rows, List<Remark> notes, @Nullable String source) {
      Breakdown breakdown = breakdown(rows).withNotes(notes);
      Observed observed =
          Observed.exact(
                  FIGURE,
                  breakdown.total(),
                  Sampling.single(breakdown.total()),
                  List.of("w".repeat(60), "x".repeat(60)))
              .withBreakdown(breakdown);
      Budget budget = new Budget(FIGURE, new DataSize(0), source);
      return FailureMessage.render(
          new Report(
              new Report.TestId("com.shop.CartTests", "cart", ""), List.of(budget.judge(observed))),
          "here.json");
    }
  }

  @Nested
  class ReportLine {

    @Test
    void reportLineIsLast() {
      assertThat(FailureMessage.render(FixedReports.severalVerdicts(), "here.json"))
          .endsWith("\n  report      here.json");
    }

    @Test
    void reportLineIsOmittedWithoutAFile() {
      assertThat(render(FixedReports.exceededExact())).doesNotContain("report");
    }
  }

  @Nested
  class IdeComparison {

    @Test
    void comparisonHasTheLimitAndTheFigure() {
      assertThat(FailureMessage.expected(FixedReports.severalVerdicts()))
          .isEqualTo("at most 1,000 B");
      assertThat(FailureMessage.actual(FixedReports.severalVerdicts())).isEqualTo("1,016 B");
    }

    @Test
    void differentFiguresPrintDifferently() {
      assertThat(FailureMessage.expected(FixedReports.exceededByAHair()))
          .isEqualTo("at most 250.000 ns");
      assertThat(FailureMessage.actual(FixedReports.exceededByAHair())).isEqualTo("250.004 ns");
    }

    @Test
    void comparisonHasTheOutcomeWithoutAFigure() {
      assertThat(FailureMessage.actual(FixedReports.unmeasured())).isEqualTo("unmeasured");
      assertThat(FailureMessage.expected(FixedReports.noLimit())).isEqualTo("no limit");
    }
  }

  @Nested
  class LinesAndColumns {

    private static final String LONG = "com.shop.warehouse." + "generated.".repeat(30) + "Item";
    private static final String SENTENCE = "the core was shared beside most samples; ".repeat(8);

    @Test
    void longestMessageFitsTwelveLinesOf160Columns() {
      String message = FailureMessage.render(report(longest()), "/tmp/" + "folder/".repeat(40));

      assertFits(message);
      assertThat(message).contains("  held by ", "  measured ");
      assertThat(message.lines().reduce((first, second) -> second))
          .hasValueSatisfying(last -> assertThat(last).startsWith("  report      /tmp/"));
    }

    @Test
    void fourVerdictsShareTheLines() {
      Verdict verdict = longest();

      assertFits(FailureMessage.render(report(verdict, verdict, verdict, verdict), "here.json"));
    }

    @Test
    void longReasonIsWrappedBetweenWords() {
      Verdict verdict =
          Budget.atMost(FIGURE, new DataSize(0))
              .judge(Observed.unknown(FIGURE, new DataSize(0), SENTENCE));

      String message = render(report(verdict));

      assertFits(message);
      assertThat(message.replaceAll("\n +", " ")).endsWith(SENTENCE.strip());
    }

    @Test
    void typeAndPlaceAreShortenedInTheMiddle() {
      assertThat(render(report(longest())).lines())
          .filteredOn(line -> line.contains(" %  "))
          .hasSizeGreaterThan(2)
          .filteredOn(line -> !line.endsWith(" more"))
          .allSatisfy(line -> assertThat(line).containsPattern("com[.].*[.]{3}.*Item .*[.]{3}"));
    }

    @Test
    void measuredLineHasThePhrasesThatFit() {
      DataSize size = new DataSize(8);
      Observed observed =
          Observed.exact(FIGURE, size, Sampling.single(size), List.of("first", SENTENCE, "last"));

      assertThat(render(exceeded(observed))).contains("\n  measured    one reading; first; last");
      assertThat(FailureMessage.whole(exceeded(observed))).contains(SENTENCE.strip());
    }

    @Test
    void measuredLineHasWhatWasCountedWhileReadingsDiffer() {
      DataSize least = new DataSize(2_000_304);
      Sampling sampling =
          new Sampling("minimum", 5, 2, least, new DataSize(2_000_384), new DataSize(2_000_304));
      String scope = "this thread and the threads it started";
      Observed observed = Observed.exact(FIGURE, least, sampling, List.of(scope, "Java 17"));

      assertThat(render(exceeded(observed))).contains(" 2 warm-up calls; " + scope + "; Java 17");
    }

    @Test
    void wholeReportHasAllRowsAndNotes() {
      String whole = FailureMessage.whole(report(longest()));

      assertThat(whole.lines().filter(line -> line.contains(" %  "))).hasSize(40);
      assertThat(whole.lines().filter(line -> line.contains("tags"))).hasSize(9);
      assertThat(whole).contains("by " + LONG + ".name", "note 7");
    }

    private void assertFits(String message) {
      assertThat(message.lines()).as(message).hasSizeLessThanOrEqualTo(12);
      assertThat(message.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(161));
    }

    private Report report(Verdict... verdicts) {
      return new Report(new Report.TestId("com.shop." + LONG, "cart", ""), List.of(verdicts));
    }

    private Verdict longest() {
      DataSize size = new DataSize(40_000);
      Observed observed =
          new Observed(
              FIGURE,
              size,
              size,
              size,
              Sampling.single(size),
              List.of(SENTENCE, "Java 25.0.3"),
              List.of(Remark.of(SENTENCE), Remark.of("a busy machine")),
              longestBreakdown());
      return new Budget(FIGURE, new DataSize(0), "tare.limits").judge(observed);
    }

    private Breakdown longestBreakdown() {
      List<Row> rows =
          IntStream.range(0, 40)
              .mapToObj(i -> new Row(new DataSize(1_000), 1, LONG, LONG + "#x" + i))
              .toList();
      List<Remark> notes = new ArrayList<>();
      notes.add(Remark.of(Remark.ALSO_HELD, "by {other}", LONG + ".name"));
      List<Breakdown.Saving> savings = new ArrayList<>();
      for (int i = 0; i < 9; i++) {
        notes.add(Remark.of("note " + i + " " + SENTENCE));
        notes.add(Remark.of(Remark.HELD_BY, "{reference}  {type}", ".a" + i, LONG));
        savings.add(
            new Breakdown.Saving(
                new DataSize(96), 3, 4, LONG, "tags" + i, "empty", "tags" + i + " of " + LONG));
      }
      return new Breakdown(new DataSize(40_000), rows, notes, savings, List.of());
    }
  }

  @Test
  void figureWithoutUpperEndIsPrintedAsAtLeast() {
    DataSize seen = new DataSize(8_000);
    DataSize endless = new DataSize(Long.MAX_VALUE);
    Sampling sampling = new Sampling("p99", 80, 1, seen, seen, null);
    Observed observed =
        new Observed(
            FIGURE, seen, new DataSize(7_000), endless, sampling, List.of(), List.of(), null);
    Observed least =
        new Observed(FIGURE, seen, seen, endless, sampling, List.of(), List.of(), null);

    assertThat(render(exceeded(observed))).endsWith("; it is at least 7,000 B");
    assertThat(render(exceeded(least))).endsWith("; it is at least that");
  }

  private static String render(Report report) {
    return FailureMessage.render(report, null);
  }

  private static Breakdown breakdown(int rows) {
    List<Row> list =
        IntStream.range(0, rows)
            .mapToObj(i -> new Row(new DataSize(1_000 + i), 3, "Type" + i, "place" + i))
            .toList();
    long total = list.stream().mapToLong(row -> (long) row.amount().amount()).sum();
    return new Breakdown(new DataSize(total), list, List.of());
  }

  private static Report exceeded(Breakdown breakdown) {
    DataSize size = new DataSize(Math.max(1, (long) breakdown.total().amount()));
    return exceeded(
        Observed.exact(FIGURE, size, Sampling.single(size), List.of()).withBreakdown(breakdown));
  }

  private static Report exceeded(Observed observed) {
    return new Report(
        new Report.TestId("com.shop.CartTests", "cart", ""),
        List.of(Budget.atMost(FIGURE, new DataSize(0)).judge(observed)));
  }
}
