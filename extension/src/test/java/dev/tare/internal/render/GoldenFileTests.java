package dev.tare.internal.render;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.tare.model.Report;
import dev.tare.unit.DefaultLocale;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares whole outputs with golden files under several default locales. */
@Isolated("changes the default locale of the JVM")
class GoldenFileTests {

  private static final String LOCATION = "target/tare/verdicts-4711-20261120T101530Z.json";

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("reportsAndLocales")
  void failureMessageEqualsItsGoldenFile(String name, Locale locale) {
    assertHolds(
        "message-" + name + ".txt", locale, () -> FailureMessage.render(report(name), LOCATION));
  }

  @ParameterizedTest
  @MethodSource("dev.tare.unit.DefaultLocale#all")
  void closingTableEqualsItsGoldenFile(Locale locale) {
    assertHolds("table-mixed.txt", locale, () -> ClosingTable.render(allReports(), null));
    assertHolds("table-many.txt", locale, () -> ClosingTable.render(FixedReports.many(), null));
    assertHolds(
        "table-within.txt",
        locale,
        () -> ClosingTable.render(List.of(FixedReports.within(), FixedReports.noLimit()), null));
    assertHolds(
        "summary-mixed.md", locale, () -> ClosingTable.markdown(FixedReports.JVM, allReports()));
    assertHolds(
        "summary-within.md",
        locale,
        () ->
            ClosingTable.markdown(
                FixedReports.JVM, List.of(ClosingTableTests.report("adds", "", 1))));
  }

  @ParameterizedTest
  @MethodSource("dev.tare.unit.DefaultLocale#all")
  void reportEntriesEqualTheirGoldenFile(Locale locale) {
    assertHolds(
        "entries.txt",
        locale,
        () -> allReports().stream().map(this::entries).collect(joining("\n")));
  }

  @ParameterizedTest
  @MethodSource("dev.tare.unit.DefaultLocale#all")
  void verdictsFileEqualsItsGoldenFile(Locale locale) {
    assertHolds("verdicts.json", locale, () -> FixedReports.document(allReports()));
  }

  static Stream<Arguments> reportsAndLocales() {
    return FixedReports.all().keySet().stream()
        .flatMap(name -> DefaultLocale.all().map(locale -> arguments(name, locale)));
  }

  private static void assertHolds(String file, Locale locale, Supplier<String> text) {
    GoldenFile.assertHolds(file, DefaultLocale.under(locale, text));
  }

  private static Report report(String name) {
    return requireNonNull(FixedReports.all().get(name), name).get();
  }

  private static List<Report> allReports() {
    return FixedReports.all().values().stream().map(Supplier::get).toList();
  }

  private String entries(Report report) {
    return ReportEntries.render(report).entrySet().stream()
        .map(entry -> entry.getKey() + " = " + entry.getValue() + "\n")
        .collect(joining("", report.test().shortName().replaceAll("\\s+", " ") + "\n", ""));
  }
}
