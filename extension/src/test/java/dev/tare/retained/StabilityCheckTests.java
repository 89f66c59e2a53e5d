package dev.tare.retained;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.tare.Reasons;
import dev.tare.extension.Configuration.Breakdowns;
import dev.tare.extension.Metric;
import dev.tare.heap.Footprint;
import dev.tare.heap.ObjectGraph;
import dev.tare.heap.RetainedFootprint;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Sampling;
import dev.tare.retained.StabilityCheck.Extent;
import dev.tare.testing.WeavesOrWalks;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@WeavesOrWalks
class StabilityCheckTests {

  private static final Measurement UNCHANGED =
      new Measurement.Missing(RetainedAmount.size(Kind.RETAINED), "nothing changed", "none");

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
    ObjectGraph graph = ObjectGraph.open();
    Footprint own = graph.footprint(new byte[500]);
    Footprint others = graph.footprint(new byte[1000]);
    Footprint none =
        new Footprint(
            new DataSize(0), new Count(0), List.of(), List.of(), List.of(), new DataSize(0));

    assertThat(analyzed(own, others, true, own, own))
        .asInstanceOf(type(Observed.class))
        .extracting(Observed::distortions)
        .asString()
        .contains("what others hold changed in each of 3 walks");
    assertThat(analyzed(own, others, false, own, own)).matches(Reasons::isUnknown);
    assertThat(analyzed(own, none, true, own, own)).matches(Reasons::isUnknown);
    assertThat(analyzed(own, others, true, own, others)).matches(Reasons::isUnknown);
    assertThat(analyzed(own, others, true, others, own)).matches(Reasons::isUnknown);
  }

  /**
   * Measures three times a value whose first walk finds something else each time.
   *
   * @param own what the third analysis finds to be retained
   * @param earlier what those before find to be retained
   */
  private static Measurement analyzed(
      Footprint own, Footprint shared, boolean within, Footprint... earlier) {
    Iterator<Footprint> retained = Stream.concat(Stream.of(earlier), Stream.of(own)).iterator();
    Observed observed =
        Observed.exact(
            RetainedAmount.size(Kind.RETAINED), own.size(), Sampling.single(own.size()), List.of());
    return StabilityCheck.measure(
        RetainedAmount.size(Kind.RETAINED),
        new DataSize(0),
        () -> {
          StabilityCheck.requireEqual(
              new Extent(new Count(9), new DataSize(9_000)),
              new RetainedFootprint(retained.next(), shared, List.of()),
              observed,
              within);
          return UNCHANGED;
        });
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

  private static Measurement walkedTwice(
      long objects, long bytes, long thenObjects, long thenBytes) {
    return StabilityCheck.measure(
        RetainedAmount.size(Kind.RETAINED),
        new DataSize(0),
        () -> {
          StabilityCheck.requireEqual(
              new Extent(new Count(objects), new DataSize(bytes)),
              new Extent(new Count(thenObjects), new DataSize(thenBytes)));
          return UNCHANGED;
        });
  }
}
