package dev.tare.internal.weight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.extension.Configuration;
import dev.tare.model.Breakdown;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.model.Verdict;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import dev.tare.unit.Quantity;
import dev.tare.unit.Ratio;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Judges figures and writes weights without measuring. */
class TestWeightsTests {

  private static final Figure RATIO = new Figure("time-ratio", "time relative to baseline", false);
  private static final Figure RETAINED = new Figure("retained-size", "retained size", false);
  private static final Figure BYTES = new Figure("allocated-bytes", "allocated bytes", true);

  @TempDir private Path folder = Path.of("");

  private Method method = Object.class.getDeclaredMethods()[0];

  @org.junit.jupiter.api.BeforeEach
  void keepMethod(TestInfo test) {
    method = test.getTestMethod().orElseThrow();
  }

  private WeightLocks locks(String... keysAndValues) {
    Map<String, String> keys = new HashMap<>();
    keys.put("tare.lockDirectory", folder.resolve("locks").toString());
    keys.put("tare.report.directory", folder.toString());
    keys.put("tare.missingWeight", "write");
    for (int i = 0; i < keysAndValues.length; i += 2) {
      keys.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return new WeightLocks(new Configuration(key -> Optional.ofNullable(keys.get(key))));
  }

  private Verdict judge(WeightLocks locks, Budget budget, Observed observed) {
    TestWeights weights = locks.of(new TestName(TestWeightsTests.class, method, "")).orElseThrow();
    return weights.judge(budget, weights.limit(budget), observed, observed, "");
  }

  private String lock() throws IOException {
    return Files.readString(folder.resolve("locks/" + TestWeightsTests.class.getName() + ".tare"));
  }

  private static Observed interval(Figure figure, Quantity lower, Quantity upper) {
    return new Observed(
        figure, lower, lower, upper, Sampling.single(lower), List.of(), List.of(), null);
  }

  private static Observed bytes(long bytes) {
    return bytes(BYTES, bytes);
  }

  private static Observed bytes(Figure figure, long bytes) {
    DataSize size = new DataSize(bytes);
    return Observed.exact(figure, size, Sampling.single(size), List.of());
  }

  /** Judges sizes of figures of their own: bytes a, bytes b and so on. */
  private void judgeAll(WeightLocks locks, long... sizes) {
    for (int i = 0; i < sizes.length; i++) {
      Figure figure = figure((char) ('a' + i));
      judge(locks, Budget.unlimited(figure), bytes(figure, sizes[i]));
    }
  }

  private static Figure figure(char name) {
    return new Figure("bytes-" + name, "bytes " + name, true);
  }

  @Test
  void ratioIsJudgedByItsLimitAlone() throws IOException {
    Budget ratio = Budget.atMost(RATIO, new Ratio(10));
    WeightLocks first = locks();
    judge(first, ratio, interval(RATIO, new Ratio(1.01), new Ratio(1.07)));

    assertThat(first.close())
        .singleElement()
        .asString()
        .startsWith("wrote 0 weights to ")
        .endsWith(".tare; 1 figure is not locked");
    assertThat(lock()).contains(", not locked: only sizes and counts have weights\n");
    Observed slower = interval(RATIO, new Ratio(2), new Ratio(2.1));
    assertThat(judge(locks(), ratio, slower).outcome()).isEqualTo(Outcome.WITHIN);
  }

  @Test
  void countWithoutALimitIsLocked() throws IOException {
    WeightLocks first = locks();
    judge(first, Budget.unlimited(BYTES), count(5));
    first.close();

    assertThat(lock()).contains(": allocated bytes = 5\n");
    assertThat(judge(locks(), Budget.unlimited(BYTES), count(5)).outcome())
        .isEqualTo(Outcome.WITHIN);
    assertThat(judge(locks(), Budget.unlimited(BYTES), count(6)).outcome())
        .isEqualTo(Outcome.EXCEEDED);
  }

  private static Observed count(long number) {
    Count count = new Count(number);
    return Observed.exact(BYTES, count, Sampling.single(count), List.of());
  }

  @Test
  void closingSentencesSumUpWhatChanged() {
    WeightLocks first = locks();
    judgeAll(first, 1_000, 1_000, 1_000, 1_000);
    assertThat(first.close())
        .containsExactly(
            "wrote 4 weights to "
                + folder.resolve("locks/" + TestWeightsTests.class.getName())
                + ".tare");

    WeightLocks second = locks();
    judgeAll(second, 1_000, 1_032, 600, 900);

    assertThat(second.close())
        .containsExactly(
            "4 weights: 1 unchanged, 1 grown, 2 shrunk; -Dtare.accept accepts the measured figures");
  }

  @Test
  void acceptingRemovesFiguresThatTheTestNoLongerHas() throws IOException {
    WeightLocks first = locks();
    judge(first, Budget.unlimited(BYTES), bytes(1_000));
    judge(first, Budget.unlimited(RETAINED), bytes(RETAINED, 64));
    first.close();

    WeightLocks second = locks();
    judge(second, Budget.unlimited(BYTES), bytes(1_000));
    second.close();
    assertThat(lock()).contains("allocated bytes = 1,000 B\n", "retained size = 64 B\n");

    WeightLocks accepting = locks("tare.accept", "true");
    judge(accepting, Budget.unlimited(BYTES), bytes(1_000));
    accepting.close();
    assertThat(lock()).contains("allocated bytes = 1,000 B\n").doesNotContain("retained size");
  }

  @Test
  void weightOfAnotherJvmIsCountedInOneLine() throws IOException {
    WeightLocks first = locks();
    judgeAll(first, 1_000, 1_000);
    judge(
        first,
        Budget.unlimited(BYTES),
        bytes(1_000).withDistortions(List.of(Remark.of("guess", "a guess"))));
    first.close();
    assertThat(lock()).contains("not locked: ");
    Path file = folder.resolve("locks/" + TestWeightsTests.class.getName() + ".tare");
    String other = lock().replaceAll("\\[Java .*]", "[Java 11, 12-byte headers]");
    Files.writeString(file, other);
    WeightLocks second = locks("tare.missingWeight", "fail");

    assertThat(judge(second, Budget.unlimited(figure('a')), bytes(figure('a'), 2_000)).outcome())
        .isEqualTo(Outcome.WITHIN);
    judgeAll(second, 2_000, 2_000);
    judge(second, Budget.unlimited(BYTES), bytes(1_000));

    assertThat(second.close())
        .containsExactly(
            "2 weights: 2 not compared, being of another Java or object layout; -Dtare.accept"
                + " accepts the measured figures");
    assertThat(lock()).isEqualTo(other);
  }

  @Test
  void boundBelowTheWeightHasShrunk() {
    WeightLocks first = locks();
    judge(first, Budget.unlimited(BYTES), bytes(1_000));
    first.close();

    WeightLocks second = locks();
    judge(second, Budget.unlimited(BYTES), interval(BYTES, new DataSize(16), new DataSize(900)));

    assertThat(second.close()).first().asString().startsWith("1 weight: 1 shrunk;");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, EXCEEDED",
    "0, 96, EXCEEDED",
    "0, -1, EXCEEDED",
    "40, 0, EXCEEDED",
    "40, 96, INCONCLUSIVE",
    "40, 48, EXCEEDED",
    "40, -1, EXCEEDED"
  })
  void weightWithoutRowsLeavesOnlyTheExcessOfUnsteadyRowsOpen(
      long weight, long unsteady, Outcome outcome) {
    WeightLocks locks = locks();
    judge(locks, Budget.unlimited(BYTES), bytes(weight));
    locks.close();

    DataSize total = new DataSize(96);
    List<Breakdown.Row> rows =
        List.of(
            new Breakdown.Row(new DataSize(96 - Math.max(0, unsteady)), 1, "byte[]", "a"),
            new Breakdown.Row(new DataSize(Math.max(0, unsteady)), 1, "Object", "b", "a trace"));
    Observed grown =
        unsteady < 0 ? bytes(96) : bytes(96).withBreakdown(new Breakdown(total, rows, List.of()));
    assertThat(judge(locks(), Budget.unlimited(BYTES), grown).outcome()).isEqualTo(outcome);
  }

  @ParameterizedTest
  @CsvSource({"20, 40, WITHIN", "10, 40, WITHIN", "30, 50, INCONCLUSIVE", "70, 90, EXCEEDED"})
  void upperEndOfAnIntervalIsTheWeight(long lower, long upper, Outcome outcome) throws IOException {
    Figure figure = new Figure("allocated-objects", "allocated objects", true);
    Budget limit = Budget.atMost(figure, new Count(1_000));
    WeightLocks locks = locks();
    judge(locks, limit, interval(figure, new Count(20), new Count(40)));
    locks.close();

    assertThat(lock()).contains(": allocated objects = 40\n");
    Observed next = interval(figure, new Count(lower), new Count(upper));
    assertThat(judge(locks(), limit, next).outcome()).isEqualTo(outcome);
  }

  @Test
  void distortedFigureIsNotLocked() throws IOException {
    WeightLocks locks = locks();
    judge(
        locks,
        Budget.unlimited(BYTES),
        bytes(1_000).alsoDistorted(Remark.of("other-threads", "with those of other threads")));
    locks.close();

    assertThat(lock()).contains(": allocated bytes, not locked: with those of other threads\n");
  }
}
