package dev.tare.internal.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.tare.unit.Elapsed;
import java.math.BigInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class ReportEntriesTests {

  @Test
  void valuesArePlainNumbersWithTheirUnits() {
    assertThat(ReportEntries.render(FixedReports.exceededInterval()))
        .containsExactly(
            entry("tare.time-per-call.outcome", "exceeded"),
            entry("tare.time-per-call.value", "312.4 ns"),
            entry("tare.time-per-call.lower", "305.2 ns"),
            entry("tare.time-per-call.upper", "320.9 ns"),
            entry("tare.time-per-call.limit", "250 ns"));
  }

  @Test
  void lowerEndIsZeroForAnIntervalOfFewReadings() {
    assertThat(MachineNumbers.plain(new Elapsed(1e-127))).isEqualTo("0 ns");
    assertThat(MachineNumbers.of(new Elapsed(Double.MIN_NORMAL))).isEqualTo(BigInteger.ZERO);
    assertThat(MachineNumbers.plain(new Elapsed(0.0004))).isEqualTo("0.0004 ns");
  }

  @Test
  void unmeasuredEntryHasAReason() {
    assertThat(ReportEntries.render(FixedReports.unmeasured()))
        .containsEntry("tare.retained-size.outcome", "unmeasured")
        .containsEntry(
            "tare.retained-size.remedy",
            "add -XX:+EnableDynamicAgentLoading to the JVM that runs the tests")
        .doesNotContainKey("tare.retained-size.value");
  }

  @Test
  void secondVerdictOnAFigureIsNumbered() {
    assertThat(ReportEntries.render(FixedReports.severalVerdicts()))
        .containsEntry("tare.allocated-bytes.value", "1016 B")
        .containsEntry("tare.allocated-bytes.2.limit", "8192 B");
  }

  @Test
  void entriesAreNeverBlank() {
    assertThat(FixedReports.all().values().stream().map(Supplier::get).map(ReportEntries::render))
        .allSatisfy(
            entries -> {
              assertThat(entries).isNotEmpty();
              assertThat(entries.values()).noneMatch(String::isBlank);
            });
  }
}
