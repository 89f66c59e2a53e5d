package dev.tare.retained;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.tare.Reasons;
import dev.tare.extension.Configuration.Breakdowns;
import dev.tare.extension.Metric;
import dev.tare.heap.ObjectGraph;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.retained.StabilityCheck.Extent;
import dev.tare.retained.StabilityCheck.Weighing;
import dev.tare.testing.WeavesOrWalks;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@WeavesOrWalks
class StabilityCheckTests {

  private static final Observed UNCHANGED =
      Observed.exact(
          RetainedAmount.size(Kind.RETAINED),
          new DataSize(516),
          Sampling.single(new DataSize(516)),
          List.of());

  /** Holds values from outside, of tests that may run at the same time. */
  private static final Queue<Object> HELD = new ConcurrentLinkedQueue<>();

  private final List<Object> value = new ArrayList<>();
  private int changesLeft;

  /** Returns each kind of size with a limit that it is within and one that it exceeds. */
  static Stream<Arguments> verdicts() {
    return Stream.of(
        arguments(Kind.RETAINED, "within", "1 MiB"),
        arguments(Kind.RETAINED, "over", "10 B"),
        arguments(Kind.REACHABLE, "within", "1 MiB"),
        arguments(Kind.REACHABLE, "over", "10 B"));
  }

  /**
   * Returns a profiler. During its walks another thread grows the value, {@code changesLeft} times.
   */
  private ObjectGraph graph() {
    return ObjectGraph.open()
        .ignoring(
            type -> {
              if (type == ArrayList.class && changesLeft-- > 0) {
                inAnotherThread(() -> value.add(new byte[1000]));
              }
              return false;
            });
  }

  private static void inAnotherThread(Runnable change) {
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      other.submit(change).get();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    } finally {
      other.shutdown();
    }
  }

  private Measurement size(Kind kind, String limit) {
    Budget most = Budget.atMost(RetainedAmount.size(kind), DataSize.parse(limit));
    return measured(new RetainedAmount(most, kind, null, this::graph));
  }

  private Measurement count(Kind kind, long limit) {
    Budget most = RetainedAmount.ofObjects(limit, byte[].class, kind, List.of()).promised();
    return measured(new RetainedAmount(most, kind, byte[].class, this::graph));
  }

  private Measurement measured(Metric metric) {
    return ValueSubject.measured(metric, value, Breakdowns.ON_FAILURE);
  }

  @ParameterizedTest
  @MethodSource("verdicts")
  void sizeThatKeepsChangingIsInconclusive(Kind kind, String outcome, String limit) {
    changesLeft = Integer.MAX_VALUE;

    assertThat(size(kind, limit))
        .as(outcome)
        .asInstanceOf(type(Observed.class))
        .matches(Observed::isUnknown)
        .extracting(Observed::doubt)
        .asString()
        .matches(
            "the value changed while it was weighed: \\d+ objects with .* \\([\\d,]+ B\\), then"
                + " \\d+ objects with .* \\([\\d,]+ B\\); end the threads that change it first");
  }

  @ParameterizedTest
  @MethodSource("verdicts")
  void countThatKeepsChangingIsInconclusive(Kind kind, String outcome, String limit) {
    changesLeft = Integer.MAX_VALUE;

    assertThat(count(kind, outcome.equals("over") ? 0 : 1000)).matches(Reasons::isUnknown);
  }

  @ParameterizedTest
  @MethodSource("verdicts")
  void valueThatStopsChangingIsMeasuredAgain(Kind kind, String outcome, String limit) {
    changesLeft = 4;

    assertThat(size(kind, limit))
        .as(outcome)
        .asInstanceOf(type(Observed.class))
        .extracting(Observed::upper)
        .isEqualTo(new DataSize(ObjectGraph.open().sizeOf(value)));
  }

  /** What others hold becomes smaller, so that the value retains the same 544 B in each walk. */
  @ParameterizedTest
  @CsvSource({"2 KiB, true", "10 B, false", ", false"})
  void onlyAFigureWithinItsLimitIsJudgedWhileWhatOthersHoldChanges(
      @Nullable String limit, boolean judged) {
    List<Object> held = new ArrayList<>(Collections.nCopies(1_000, ""));
    held.replaceAll(one -> new byte[100]);
    ObjectGraph graph =
        ObjectGraph.open()
            .ignoring(
                type -> {
                  if (type == ArrayList.class) {
                    held.remove(held.size() - 1);
                  }
                  return false;
                });
    Object holder = new Object[] {held};
    HELD.add(holder);
    Budget budget =
        limit == null
            ? Budget.unlimited(RetainedAmount.size(Kind.RETAINED))
            : Budget.atMost(RetainedAmount.size(Kind.RETAINED), DataSize.parse(limit));
    try {
      assertThat(
              ValueSubject.measured(
                  new RetainedAmount(budget, Kind.RETAINED, null, () -> graph),
                  new Object[] {held, new byte[500]},
                  Breakdowns.NEVER))
          .returns(!judged, Reasons::isUnknown);
    } finally {
      HELD.remove(holder);
    }
  }

  @Test
  void retainedSizeWithinItsLimitIsJudgedWhileWhatOthersHoldChanges() {
    assertThat(analyzed(true, 516, 516, 516).distortions())
        .extracting(Remark::text)
        .containsExactly(
            "what others hold changed in each of 3 walks; what the value retains did not");
    assertThat(analyzed(false, 516, 516, 516)).matches(Reasons::isUnknown);
    assertThat(analyzed(true, 516, 516, 1_016)).matches(Reasons::isUnknown);
    assertThat(analyzed(true, 1_016, 516, 516)).matches(Reasons::isUnknown);
  }

  /**
   * Measures three times a value whose first walk finds something else each time.
   *
   * @param mayOthersChange whether it is within its limit and reaches objects of others
   * @param retained what the analyses find to be retained
   */
  private static Observed analyzed(boolean mayOthersChange, long... retained) {
    PrimitiveIterator.OfLong sizes = LongStream.of(retained).iterator();
    return StabilityCheck.measure(
        () -> {
          Extent unshared = new Extent(new Count(1), new DataSize(sizes.nextLong()));
          return new Weighing(
              extent(9, 9_000), unshared, mayOthersChange ? unshared : null, UNCHANGED);
        });
  }

  private static Extent extent(long objects, long bytes) {
    return new Extent(new Count(objects), new DataSize(bytes));
  }

  @ParameterizedTest
  @MethodSource("verdicts")
  void unchangedValueIsJudged(Kind kind, String outcome, String limit) {
    value.add(new byte[1000]);

    assertThat(size(kind, limit)).as(outcome).returns(false, Reasons::isUnknown);
    assertThat(count(kind, outcome.equals("over") ? 0 : 1)).returns(false, Reasons::isUnknown);
  }

  @Test
  void objectsAndBytesAreBothCompared() {
    assertThat(walkedTwice(2, 48, 3, 48)).matches(Reasons::isUnknown);
    assertThat(walkedTwice(2, 48, 2, 56)).matches(Reasons::isUnknown);
    assertThat(walkedTwice(2, 48, 2, 48)).isSameAs(UNCHANGED);
  }

  private static Observed walkedTwice(long objects, long bytes, long thenObjects, long thenBytes) {
    return StabilityCheck.measure(
        () ->
            new Weighing(extent(objects, bytes), extent(thenObjects, thenBytes), null, UNCHANGED));
  }
}
