package dev.tare.internal.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.model.Report;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClosingTableTests {

  private static final List<Report> REPORTS =
      FixedReports.all().values().stream().map(Supplier::get).toList();

  @Test
  void tableIsEmptyWithoutReports() {
    assertThat(ClosingTable.render(List.of())).isEmpty();
  }

  @Test
  void tableFitsATerminal() {
    assertThat(ClosingTable.render(FixedReports.many()).lines())
        .filteredOn(line -> !isReason(line))
        .hasSize(62)
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(120));
  }

  @Test
  void tableDoesNotDependOnTheOrderOfReports() {
    List<Report> reversed = REPORTS.stream().collect(Collectors.toList());
    Collections.reverse(reversed);
    assertThat(ClosingTable.render(reversed)).isEqualTo(ClosingTable.render(REPORTS));
  }

  @Test
  void tableShowsTheGravestVerdictsOfManyAndCountsAll() {
    String table = ClosingTable.render(FixedReports.many());
    assertThat(table.lines().filter(ClosingTableTests::isReason)).hasSize(5);
    assertThat(table.lines().filter(line -> line.endsWith("exceeded"))).hasSize(14);
    assertThat(table)
        .endsWith(
            "Tare: 1,204 within, 3 inconclusive, 2 unmeasured, 14 exceeded; 1,163 not shown\n");
  }

  @Test
  void lastLineNamesOnlyOutcomesThatOccurred() {
    assertThat(ClosingTable.render(List.of(FixedReports.within()))).endsWith("Tare: 1 within\n");
    assertThat(ClosingTable.render(List.of(FixedReports.unmeasured())))
        .endsWith("Tare: 0 within, 1 unmeasured\n");
  }

  @Test
  void remarkOnOtherWorkIsBelowTheTable() {
    assertThat(ClosingTable.render(List.of(FixedReports.withinByOtherWork())))
        .contains(
            "\nTime per call of LookupTests.lookup() 312 ns is within 400 ns: the samples judged"
                + " give 312 ns, all calls 390 ns on average\n")
        .endsWith("Tare: 1 within\n");
  }

  @Test
  void differentFiguresPrintDifferently() {
    assertThat(ClosingTable.render(List.of(FixedReports.exceededByAHair())))
        .contains("  250.004 ns   250.000 ns   100.0 %  exceeded\n");
  }

  @Test
  void terminalHasBarsAndColours() {
    List<String> plain = ClosingTable.render(REPORTS).lines().toList();
    List<String> shown =
        ClosingTable.render(REPORTS, new TerminalStyle(true, true)).lines().toList();

    assertThat(shown).hasSameSizeAs(plain);
    assertThat(shown)
        .anyMatch(
            line ->
                line.endsWith(
                    "  371.1 %  " + "\u2588".repeat(10) + "  \u001b[31mexceeded\u001b[0m"))
        .anyMatch(line -> line.endsWith("  \u001b[35munmeasured\u001b[0m"))
        .anyMatch(line -> line.endsWith("  \u001b[33minconclusive\u001b[0m"))
        .anyMatch(line -> line.endsWith("  \u001b[32mwithin\u001b[0m"));
    assertThat(shown.stream().map(ClosingTableTests::withoutStyle))
        .containsAll(
            plain.stream()
                .filter(line -> !line.contains("...")) // a name that bars leave less room
                .map(ClosingTableTests::withoutStyle)
                .toList());
  }

  private static String withoutStyle(String line) {
    return line.replaceAll("\u001b\\[\\d+m|[\u2588-\u258f]", "").replaceAll(" +", " ");
  }

  @ParameterizedTest
  @CsvSource({
    "-1, ''",
    "0, ''",
    "0.001, \u258f",
    "0.0125, \u258f",
    "0.0126, \u258e",
    "0.1, \u2588",
    "0.55, \u2588\u2588\u2588\u2588\u2588\u258c",
    "1, \u2588\u2588\u2588\u2588\u2588\u2588\u2588\u2588\u2588\u2588",
    "37, \u2588\u2588\u2588\u2588\u2588\u2588\u2588\u2588\u2588\u2588",
  })
  void barIsTheShareOfTheLimit(double share, String bar) {
    assertThat(new TerminalStyle(true, false).bar(share)).isEqualTo(bar);
    assertThat(TerminalStyle.PLAIN.bar(share)).isEmpty();
  }

  /** Returns whether a line is the reason of an inconclusive or unmeasured verdict. */
  private static boolean isReason(String line) {
    return line.startsWith("inconclusive: ") || line.startsWith("unmeasured: ");
  }
}
