package dev.tare.assertj;

import dev.tare.MeasuredGraph;
import dev.tare.Tare;
import dev.tare.extension.Metric;
import dev.tare.extension.Options;
import dev.tare.internal.plain.PlainRequest;
import dev.tare.model.Breakdown;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Report;
import dev.tare.model.Verdict.Exceeded;
import dev.tare.retained.Kind;
import dev.tare.retained.MaxInstances;
import dev.tare.retained.MaxRetainedSize;
import dev.tare.retained.SizeMetrics;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** Assertions on a value and what it refers to. */
@SuppressWarnings("exports") // modules that use these require AssertJ themselves
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public class GraphAssert extends AbstractMeasuredAssert<GraphAssert, Object> {

  /** Figure of a graph that must have an exact size, so that a smaller one fails too. */
  private static final Figure EXACT_SIZE = new Figure("exact-size", "reachable size", false);

  private final @Nullable MeasuredGraph graph;

  /**
   * Creates an assertion; called by AssertJ's soft assertions too.
   *
   * @param actual a value, or a {@link MeasuredGraph} of it with options
   */
  public GraphAssert(@Nullable Object actual) {
    super(actual instanceof MeasuredGraph measured ? measured.value() : actual, GraphAssert.class);
    graph = actual instanceof MeasuredGraph measured ? measured : null;
  }

  /**
   * Verifies that at most these bytes would be freed with the value, like {@link MaxRetainedSize};
   * but the fields of the test are not seen as other holders.
   *
   * @param limit a size such as {@code "2 KiB"}
   */
  public GraphAssert retainsAtMost(String limit) {
    return verifyLimit(
        operation("retainsAtMost", limit),
        options -> SizeMetrics.bytesAtMost(limit, Kind.RETAINED, options));
  }

  /**
   * Verifies that everything that the value reaches has at most these bytes.
   *
   * @param limit a size such as {@code "2 KiB"}
   */
  public GraphAssert reachesAtMost(String limit) {
    return verifyLimit(
        operation("reachesAtMost", limit),
        options -> SizeMetrics.bytesAtMost(limit, Kind.REACHABLE, options));
  }

  /**
   * Verifies that at most these bytes outside the heap would be freed with the value: direct
   * buffers and arenas of memory segments.
   *
   * @param limit a size such as {@code "2 MiB"}
   */
  public GraphAssert retainsOffHeapAtMost(String limit) {
    return verifyLimit(
        operation("retainsOffHeapAtMost", limit),
        options -> SizeMetrics.bytesAtMost(limit, Kind.OFF_HEAP, options));
  }

  /**
   * Verifies that at most this number of objects of a type and its subtypes would be freed with the
   * value, like {@link MaxInstances}.
   */
  public GraphAssert hasAtMostInstancesOf(Class<?> type, long instances) {
    return verifyLimit(
        operation("hasAtMostInstancesOf", type, instances),
        options -> SizeMetrics.instancesAtMost(instances, type, options));
  }

  /**
   * Verifies that everything that the value reaches has exactly this size.
   *
   * @param size a size such as {@code "1016 B"}
   */
  public GraphAssert hasSizeOf(String size) {
    String operation = operation("hasSizeOf", size);
    return verifyLimit(
        () ->
            graph()
                .judge(operation, options -> SizeMetrics.bytesAtMost(size, Kind.REACHABLE, options))
                .map(report -> exceededIfSmaller(DataSize.parse(size), report)));
  }

  /** Returns the report; if the size is smaller than required, with an exceeded verdict. */
  private static Report exceededIfSmaller(DataSize size, Report report) {
    return report
        .verdicts()
        .get(0)
        .observed()
        .filter(observed -> observed.isExact() && observed.value().compare(size) < 0)
        .map(
            observed ->
                new Exceeded(Budget.atMost(EXACT_SIZE, size), withFigure(EXACT_SIZE, observed)))
        .map(verdict -> new Report(report.test(), List.of(verdict)))
        .orElse(report);
  }

  private static Observed withFigure(Figure figure, Observed observed) {
    Observed exact =
        Observed.exact(figure, observed.value(), observed.sampling(), observed.counted())
            .withDistortions(observed.distortions());
    Breakdown breakdown = observed.breakdown();
    return breakdown == null ? exact : exact.withBreakdown(breakdown);
  }

  /**
   * Verifies that the objects that the value reaches and the base does not have at most these
   * bytes.
   *
   * @param limit a size such as {@code "1 KiB"}
   */
  public GraphAssert addsAtMost(String limit, Object base) {
    String operation = operation("addsAtMost", limit, base);
    DataSize size = size(operation, limit);
    return verifyComparison(operation, () -> graph().addedTo(base).judge(size));
  }

  /**
   * Verifies that the value and another object reach no object in common, except classes, class
   * loaders, threads, enum constants, and objects of the JDK that its static fields reach, such as
   * small boxed numbers. String literals count.
   */
  public GraphAssert sharesNothingWith(Object other) {
    return verifyComparison(
        operation("sharesNothingWith", other),
        () -> graph().sharedWith(other).judge(new DataSize(0)));
  }

  /**
   * Verifies that the value does not reach another object by strong references, and fails with the
   * shortest path. Referents of weak, soft and phantom references, what is marked {@link
   * dev.tare.heap.NotFollowed}, and what is ignored are not followed.
   */
  public GraphAssert doesNotReach(Object other) {
    return verifyComparison(
        operation("doesNotReach", other), () -> graph().reaching(other).judge(new Count(0)));
  }

  /**
   * Verifies that the graph would shrink by at most this amount without waste, as {@link
   * dev.tare.heap.WasteVisitor} finds it: repeated strings and boxes, and unused capacity.
   *
   * @param limit a size such as {@code "1 KiB"}
   */
  public GraphAssert wastesAtMost(String limit) {
    String operation = operation("wastesAtMost", limit);
    DataSize size = size(operation, limit);
    return verifyComparison(operation, () -> graph().wasted().judge(size));
  }

  private GraphAssert verifyComparison(String operation, Supplier<Report> comparison) {
    return verifyLimit(
        () -> {
          PlainRequest.begin(operation);
          return PlainRequest.configuration().enabled()
              ? Optional.of(comparison.get())
              : Optional.empty();
        });
  }

  private static DataSize size(String operation, String limit) {
    try {
      return DataSize.parse(limit);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(operation + ": " + e.getMessage(), e.getCause());
    }
  }

  private GraphAssert verifyLimit(String operation, Function<Options, Metric> metric) {
    return verifyLimit(() -> graph().judge(operation, metric));
  }

  private MeasuredGraph graph() {
    return graph == null ? Tare.graphOf(actual) : graph;
  }
}
