package dev.tare.internal.weight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.extension.Configuration;
import dev.tare.extension.TareConfigurationException;
import dev.tare.internal.render.OutputFile;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.model.Verdict;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import dev.tare.unit.Power;
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
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Judges figures and writes weights without measuring. */
class TestWeightsTests {

  private static final Figure RATIO = new Figure("time-ratio", "time relative to baseline", false);
  private static final Figure GROWTH = new Figure("growth-of-time", "growth of time", false);
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
    return new WeightLocks(
        new Configuration(key -> Optional.ofNullable(keys.get(key))),
        OutputFile.Opener.DISK,
        false);
  }

  private Verdict judge(WeightLocks locks, Budget budget, Observed observed) {
    TestWeights weights =
        locks.of(new TestName(TestWeightsTests.class, method, "", "")).orElseThrow();
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
      char name = (char) ('a' + i);
      Figure figure = new Figure("bytes-" + name, "bytes " + name, true);
      judge(locks, Budget.unlimited(figure), bytes(figure, sizes[i]));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1,0l6 B", "1e6 B", "9-9,016 B", "1016 B", "1,016", "1,016 MB", "x,9016 B"})
  void damagedAmountIsRefused(String amount) throws IOException {
    Budget budget = Budget.atMost(BYTES, new DataSize(100_000));
    WeightLocks first = locks();
    judge(first, budget, bytes(1_016));
    first.close();
    Path file = folder.resolve("locks/" + TestWeightsTests.class.getName() + ".tare");
    Files.writeString(file, lock().replace("1,016 B", amount));

    assertThatThrownBy(() -> judge(locks(), budget, bytes(1_016)))
        .isExactlyInstanceOf(TareConfigurationException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("allocated bytes = " + amount + "\" is not readable; restore");
  }

  @Nested
  class Estimates {

    private final Budget ratio = Budget.atMost(RATIO, new Ratio(10));
    private final Budget growth = Budget.atMost(GROWTH, Power.CUBIC);

    @Test
    void ratioIsLockedAsItsUpperEndRoundedUp() throws IOException {
      WeightLocks locks = locks();
      judge(locks, ratio, interval(RATIO, new Ratio(1.01), new Ratio(1.07)));
      locks.close();

      assertThat(lock()).contains(": time relative to baseline = 1.100x\n");
    }

    @ParameterizedTest
    @CsvSource({
      "1.02, 1.08, 1.100x", // lies below
      "1.07, 1.13, 1.100x", // includes it
      "1.11, 1.16, 1.200x", // lies above
      "0.30, 0.40, 0.400x" // lies far below
    })
    void weightIsKeptWhileTheIntervalAgreesWithIt(double lower, double upper, String text)
        throws IOException {
      WeightLocks first = locks();
      judge(first, ratio, interval(RATIO, new Ratio(1.01), new Ratio(1.07)));
      first.close();

      WeightLocks second = locks("tare.accept", "true");
      judge(second, ratio, interval(RATIO, new Ratio(lower), new Ratio(upper)));
      second.close();

      assertThat(lock()).contains(" = " + text + "\n");
    }

    @Test
    void intervalAboveTheWeightExceedsIt() {
      WeightLocks first = locks();
      judge(first, ratio, interval(RATIO, new Ratio(1.01), new Ratio(1.07)));
      first.close();

      WeightLocks second = locks();
      assertThat(judge(second, ratio, interval(RATIO, new Ratio(1.11), new Ratio(1.2))).outcome())
          .isEqualTo(Outcome.EXCEEDED);
      assertThat(judge(second, ratio, interval(RATIO, new Ratio(1.09), new Ratio(1.2))).outcome())
          .isEqualTo(Outcome.INCONCLUSIVE);
      assertThat(judge(second, ratio, interval(RATIO, new Ratio(1), new Ratio(1.1))).outcome())
          .isEqualTo(Outcome.WITHIN);
    }

    @Test
    void growthIsLockedAsItsOrder() throws IOException {
      WeightLocks locks = locks();
      judge(locks, growth, interval(GROWTH, new Power(0.97), new Power(1.2)));
      locks.close();

      assertThat(lock()).contains(": growth of time = n^1.85\n");
      assertThat(judge(locks(), growth, interval(GROWTH, new Power(1.9), new Power(2.1))).outcome())
          .isEqualTo(Outcome.EXCEEDED);
    }
  }

  @Test
  void exactGrowthIsWithinItsOwnWeight() {
    Power exponent = new Power(1.5234);
    Observed growth = Observed.exact(GROWTH, exponent, Sampling.single(exponent), List.of());
    Budget limit = Budget.atMost(GROWTH, Power.CUBIC);
    WeightLocks first = locks();
    judge(first, limit, growth);
    first.close();

    assertThat(judge(locks(), limit, growth).outcome()).isEqualTo(Outcome.WITHIN);
  }

  @Test
  void countWithoutALimitIsNotLocked() throws IOException {
    Count five = new Count(5);
    Observed calls = Observed.exact(BYTES, five, Sampling.single(five), List.of());
    WeightLocks first = locks();
    judge(first, Budget.unlimited(BYTES), calls);
    first.close();

    assertThat(lock()).contains(", not locked: without a limit, only a size can have a weight\n");
    assertThat(judge(locks(), Budget.unlimited(BYTES), calls).outcome()).isEqualTo(Outcome.WITHIN);
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
            "4 weights: 1 unchanged, 1 grown by 32 B, 2 shrunk by 500 B; -Dtare.accept accepts the measured figures");
  }

  @Test
  void acceptingRemovesFiguresThatTheTestNoLongerHas() throws IOException {
    WeightLocks first = locks();
    judge(first, Budget.unlimited(BYTES), bytes(1_000));
    judge(first, Budget.atMost(RATIO, new Ratio(10)), interval(RATIO, new Ratio(1), new Ratio(1)));
    first.close();

    WeightLocks second = locks();
    judge(second, Budget.unlimited(BYTES), bytes(1_000));
    second.close();
    assertThat(lock()).contains("allocated bytes = 1,000 B\n", "relative to baseline = 1.000x\n");

    WeightLocks accepting = locks("tare.accept", "true");
    judge(accepting, Budget.unlimited(BYTES), bytes(1_000));
    accepting.close();
    assertThat(lock())
        .contains("allocated bytes = 1,000 B\n")
        .doesNotContain("relative to baseline");
  }

  @Test
  void estimateAboveItsWeightHasGrown() {
    Budget ratio = Budget.atMost(RATIO, new Ratio(10));
    WeightLocks first = locks();
    judge(first, ratio, interval(RATIO, new Ratio(1.01), new Ratio(1.07)));
    first.close();

    WeightLocks second = locks();
    judge(second, ratio, interval(RATIO, new Ratio(1.2), new Ratio(1.3)));

    assertThat(second.close()).first().asString().startsWith("1 weight: 1 grown;");
  }

  @Test
  void boundBelowTheWeightHasShrunk() {
    WeightLocks first = locks();
    judge(first, Budget.unlimited(BYTES), bytes(1_000));
    first.close();

    WeightLocks second = locks();
    judge(second, Budget.unlimited(BYTES), interval(BYTES, new DataSize(16), new DataSize(900)));

    assertThat(second.close()).first().asString().startsWith("1 weight: 1 shrunk by 100 B;");
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

  @Test
  void methodsAndClassesThatDoNotExistAreNamed() throws IOException {
    WeightLocks first = locks();
    judge(first, Budget.unlimited(BYTES), bytes(1_000));
    first.close();
    Path locks = folder.resolve("locks");
    Files.writeString(
        locks.resolve(TestWeightsTests.class.getName() + ".tare"),
        lock().replace("\n1 weight\n", "renamed(): allocated bytes = 8 B\n\n2 weights\n"));
    Files.writeString(locks.resolve("com.acme.Gone.tare"), "tare-lock 1 com.acme.Gone\n");

    WeightLocks second = locks("tare.accept", "com.acme.Gone.lookup");
    judge(second, Budget.unlimited(BYTES), bytes(1_000));

    assertThat(second.close())
        .anyMatch(
            line ->
                line.contains(".tare has weights of tests that do not exist: renamed(); accept "))
        .anyMatch(
            line ->
                line.endsWith(
                    "com.acme.Gone.tare is the lock of a class that is not on the class path; delete it unless another module has the class"))
        .anyMatch(
            line ->
                line.startsWith(
                    "tare.accept = com.acme.Gone.lookup names no weighed test that this JVM ran; "));
  }
}
