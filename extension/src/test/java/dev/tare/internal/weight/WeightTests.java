package dev.tare.internal.weight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.model.Breakdown;
import dev.tare.model.Figure;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.unit.DataSize;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Power;
import dev.tare.unit.Quantity;
import dev.tare.unit.Ratio;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WeightTests {

  private static final DataSize SIZE = new DataSize(48);

  private static final Observed OBSERVED =
      Observed.exact(
          new Figure("allocated-bytes", "allocated bytes", true),
          SIZE,
          Sampling.single(SIZE),
          List.of());

  private static Observed withRow(String unsteady) {
    Breakdown.Row row = new Breakdown.Row(SIZE, 1, "byte[]", "Cache.load(Cache.java:3)", unsteady);
    return OBSERVED.withBreakdown(new Breakdown(SIZE, List.of(row), List.of()));
  }

  @Test
  void rowThatDiffersIsUnsteady() {
    assertThat(Weight.unsteady(withRow("other threads"))).isEqualTo("other threads");
    assertThat(Weight.unsteady(withRow(""))).isEmpty();
  }

  @Test
  void otherQuantitiesHaveNoWeight() {
    assertThat(Weight.of(exact(new Ratio(1.1))))
        .isEqualTo(Weight.notLocked("only sizes and counts have weights"));
    assertThat(Weight.of(exact(Power.LINEAR)))
        .isEqualTo(Weight.notLocked("only sizes and counts have weights"));
    assertThat(Weight.of(exact(new Elapsed(5))))
        .isEqualTo(Weight.notLocked("times depend on the machine"));
  }

  private static Observed exact(Quantity value) {
    return Observed.exact(
        new Figure("figure", "figure", false), value, Sampling.single(value), List.of());
  }

  @Test
  void intervalOfEqualCallsIsSteady() {
    assertThat(Weight.unsteady(OBSERVED.withInterval(SIZE, new DataSize(64)))).isEmpty();
  }

  @Test
  void figureThatIsNotCertainIsUnsteady() {
    Sampling differing = new Sampling("minimum", 5, 2, SIZE, new DataSize(64), null);

    assertThat(
            List.of(
                Observed.exact(OBSERVED.figure(), SIZE, differing, List.of()),
                OBSERVED.inDoubt("two measurements disagree")))
        .extracting(Weight::unsteady)
        .containsOnly("its calls differ");
  }

  @Test
  void reasonOfARowIsTheSameWithAndWithoutADistortion() {
    Observed threads = withRow("other threads");

    assertThat(Weight.unsteady(threads.alsoDistorted(Remark.of("ended-thread", "ended"))))
        .isEqualTo(Weight.unsteady(threads));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          com.acme.Cache.load(Cache.java:3)                         | byte[] at com.acme.Cache.load
          com.acme.Cache.lambda$load$3(Cache.java:3) from X.m(X:1)  | byte[] at com.acme.Cache.lambda$load from X.m
          table[*].com.acme.A$$Lambda$1376/0x00007f911428f680.key   | byte[] at table[*].com.acme.A$$Lambda.key
          com.acme.A$$Lambda/0x000000000b256da0                     | byte[] at com.acme.A$$Lambda
          jdk.proxy2.$Proxy14.h                                     | byte[] at $Proxy.h
          com.acme.Key$MockitoMock$1234.key                         | byte[] at com.acme.Key$MockitoMock$.key
          ''                                                        | byte[]
          """)
  void rowsAreNamedWithoutNumbers(String where, String name) {
    Breakdown.Row row = new Breakdown.Row(SIZE, 1, "byte[]", where);

    assertThat(Weight.rows(new Breakdown(SIZE, List.of(row), List.of())))
        .extracting(Weight.WeightRow::what)
        .containsExactly(name);
  }

  @Test
  void smallestRowsAreAddedUp() {
    List<Breakdown.Row> rows =
        IntStream.rangeClosed(1, 22)
            .mapToObj(i -> new Breakdown.Row(new DataSize(8L * i), i, "byte[]", "path" + i))
            .toList();

    List<Weight.WeightRow> weighed =
        Weight.rows(new Breakdown(new DataSize(8 * 253), rows, List.of()));

    assertThat(weighed).hasSize(20).contains(new Weight.WeightRow(6, "others", new DataSize(48)));
    assertThat(weighed)
        .extracting(Weight.WeightRow::what)
        .isSorted()
        .doesNotContain("byte[] at path3");
  }

  @Test
  void largestGrowthsAreListedWithoutTheRowOfOthers() {
    List<Weight.WeightRow> before =
        List.of(row(2, "byte[] at a", 48), row(9, "byte[] at b", 900), row(1, "others", 8));
    List<Breakdown.Row> after =
        List.of(
            new Breakdown.Row(new DataSize(64), 1, "byte[]", "a"),
            new Breakdown.Row(new DataSize(800), 8, "byte[]", "b"),
            new Breakdown.Row(new DataSize(1_032), 1, "long[]", "c"),
            new Breakdown.Row(new DataSize(24), 3, "others", ""));
    Breakdown breakdown = new Breakdown(new DataSize(1_920), after, List.of());

    assertThat(new Weight(new DataSize(956), before, "").grownRows(breakdown))
        .extracting(Remark::text)
        .containsExactly("+1 long[] at c, +1,032 B", "-1 byte[] at a, +16 B");
  }

  @ParameterizedTest
  @CsvSource({
    "byte[], table[*].value, true",
    "in java.lang.String.valueOf(), Cache.name, true",
    "in java.util.Set.toString(), Cache.name, true",
    "byte[][], table, false",
    "in java.util.List.of(), Cache.name, false"
  })
  void textThatGrewMayDifferFromJvmToJvm(String type, String where, boolean isText) {
    Breakdown breakdown =
        new Breakdown(SIZE, List.of(new Breakdown.Row(SIZE, 1, type, where)), List.of());

    assertThat(new Weight(SIZE, List.of(), "").grownRows(breakdown))
        .extracting(Remark::text)
        .contains("+1 " + type + " at " + where + ", +48 B")
        .filteredOn(text -> text.startsWith("the text of Set.of, Map.of and identity hash codes"))
        .hasSize(isText ? 1 : 0);
  }

  private static Weight.WeightRow row(long count, String what, long bytes) {
    return new Weight.WeightRow(count, what, new DataSize(bytes));
  }
}
