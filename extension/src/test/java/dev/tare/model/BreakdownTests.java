package dev.tare.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tare.model.Breakdown.Row;
import dev.tare.unit.DataSize;
import dev.tare.unit.Elapsed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BreakdownTests {

  @ParameterizedTest
  @ValueSource(longs = {29, 31, 0})
  void rowsMustAddUpToTheTotal(long total) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Breakdown(new DataSize(total), List.of(row(10), row(20)), List.of()))
        .withMessage("rows add up to 30.0, not to " + total + " B");
  }

  @Test
  void thousandRowsOfAGigabyteAddUpExactly() {
    List<Row> rows = Collections.nCopies(1_000, row(1_000_000));
    assertThat(new Breakdown(new DataSize(1_000_000_000), rows, List.of()).rows()).hasSize(1_000);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Breakdown(new DataSize(1_000_000_001), rows, List.of()));
  }

  @Test
  void sumOfFractionsMayDifferInTheLastDigits() {
    List<Row> rows =
        Stream.of(0.1, 0.2, 0.3).map(n -> new Row(new Elapsed(n), 1, "frame", "")).toList();
    assertThat(new Breakdown(new Elapsed(0.6), rows, List.of()).rows()).hasSize(3);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Breakdown(new Elapsed(0.6001), rows, List.of()));
  }

  @Test
  void breakdownMayBeEmpty() {
    assertThat(new Breakdown(new DataSize(0), List.of(), List.of()).rows()).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Breakdown(new DataSize(1), List.of(), List.of()));
  }

  @Test
  void rowsOfAnotherKindAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new Breakdown(
                    new DataSize(7), List.of(new Row(new Elapsed(7), 1, "byte[]", "")), List.of()))
        .withMessage("a row of 7 ns in a total of 7 B");
  }

  @Test
  void rowsAreSortedBySizeAndEqualOnesKeepTheirOrder() {
    Row first = new Row(new DataSize(2), 1, "first", "");
    Row second = new Row(new DataSize(2), 1, "second", "");
    Breakdown breakdown =
        new Breakdown(new DataSize(9), List.of(row(1), first, second, row(4)), List.of());
    assertThat(breakdown.rows()).containsExactly(row(4), first, second, row(1));
  }

  @Test
  void breakdownCopiesItsLists() {
    List<Row> rows = new ArrayList<>(List.of(row(7)));
    List<Remark> notes = new ArrayList<>(List.of(Remark.of("shared")));
    Breakdown breakdown = new Breakdown(new DataSize(7), rows, notes);
    rows.clear();
    notes.clear();
    assertThat(breakdown.rows()).containsExactly(row(7));
    assertThat(breakdown.notes()).containsExactly(Remark.of("shared"));
  }

  @Test
  void negativeCountIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Row(new DataSize(1), -1, "byte[]", ""))
        .withMessage("-1 of byte[]");
  }

  private static Row row(long bytes) {
    return new Row(new DataSize(bytes), 1, "byte[]", "items");
  }
}
