package dev.tare.assertj;

import static java.util.Objects.requireNonNull;

import dev.tare.MeasuredFigure;
import dev.tare.MeasuredGraph;
import dev.tare.Tare;
import dev.tare.heap.Footprint;
import dev.tare.internal.plain.PlainRequest;
import dev.tare.model.Report;
import dev.tare.retained.Kind;
import dev.tare.retained.MaxInstances;
import dev.tare.retained.MaxRetainedSize;
import dev.tare.unit.DataSize;
import java.lang.annotation.Annotation;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apiguardian.api.API;
import org.assertj.core.api.ListAssert;
import org.assertj.core.util.CheckReturnValue;
import org.jspecify.annotations.Nullable;

/** Assertions on a value and what it refers to. */
@SuppressWarnings("exports") // modules that use these require AssertJ themselves
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public class GraphAssert extends AbstractMeasuredAssert<GraphAssert, Object> {

  private static final Pattern SHARE = Pattern.compile("(100|\\d{1,2}(?:\\.\\d+)?) ?%");

  /**
   * Creates an assertion; called by AssertJ's soft assertions too.
   *
   * @param actual a value, or a {@link MeasuredGraph} of it with options
   */
  public GraphAssert(@Nullable Object actual) {
    super(actual, GraphAssert.class);
  }

  /**
   * Verifies that at most these bytes would be freed with the value, like {@link MaxRetainedSize}.
   *
   * @param limit a size such as {@code "2 KiB"}
   */
  public GraphAssert retainsAtMost(String limit) {
    return keeps(
        Operation.of("retainsAtMost", limit),
        MaxRetainedSize.class,
        Map.of("value", limit, "kind", Kind.RETAINED));
  }

  /**
   * Verifies that everything that the value reaches has at most these bytes.
   *
   * @param limit a size such as {@code "2 KiB"}
   */
  public GraphAssert reachesAtMost(String limit) {
    return keeps(
        Operation.of("reachesAtMost", limit),
        MaxRetainedSize.class,
        Map.of("value", limit, "kind", Kind.REACHABLE));
  }

  /**
   * Verifies that at most these bytes outside the heap would be freed with the value: direct
   * buffers and arenas of memory segments.
   *
   * @param limit a size such as {@code "2 MiB"}
   */
  public GraphAssert retainsOffHeapAtMost(String limit) {
    return keeps(
        Operation.of("retainsOffHeapAtMost", limit),
        MaxRetainedSize.class,
        Map.of("value", limit, "kind", Kind.OFF_HEAP));
  }

  /**
   * Verifies that at most this number of objects of a type and its subtypes would be freed with the
   * value, like {@link MaxInstances}.
   */
  public GraphAssert hasAtMostInstancesOf(Class<?> type, long instances) {
    return keeps(
        Operation.of("hasAtMostInstancesOf", type, instances),
        MaxInstances.class,
        Map.of("type", type, "value", instances));
  }

  /** Verifies that no object of a type and its subtypes would be freed with the value. */
  public GraphAssert hasNoInstancesOf(Class<?> type) {
    return keeps(
        Operation.of("hasNoInstancesOf", type),
        MaxInstances.class,
        Map.of("type", type, "value", 0L));
  }

  /**
   * Verifies that everything that the value reaches has exactly this size.
   *
   * @param size a size such as {@code "1016 B"}
   */
  public GraphAssert hasSizeOf(String size) {
    String operation = Operation.of("hasSizeOf", size);
    return conclude(
        () ->
            graph()
                .judge(
                    operation,
                    MaxRetainedSize.class,
                    Map.of("value", size, "kind", Kind.REACHABLE)),
        report -> requireNotLess(report, DataSize.parse(size)));
  }

  private void requireNotLess(Report report, DataSize size) {
    report
        .verdicts()
        .get(0)
        .observed()
        .filter(observed -> observed.value().compare(size) < 0)
        .ifPresent(
            observed -> {
              String actual = observed.value().both();
              throw failureWithActualExpected(
                  actual,
                  size.both(),
                  "Reachable size of %s %s is less than %s",
                  report.test().shortName(),
                  actual,
                  size.both());
            });
  }

  /**
   * Limits the bytes that the value adds to what another object reaches already.
   *
   * @param limit a size such as {@code "1 KiB"}
   * @return the step that names the other object; without it, nothing is verified
   */
  @CheckReturnValue
  public AddedSizeStep addsAtMost(String limit) {
    return new AddedSizeStep(this, limit);
  }

  /** Verifies added bytes, the second step of {@link #addsAtMost(String)}. */
  final GraphAssert addsAtMost(String limit, Object base) {
    String operation = Operation.of("addsAtMost", limit);
    return compares(() -> graph().addedTo(base).judge(size(operation, limit)));
  }

  /**
   * Verifies that the value and another object reach no object in common, except classes, class
   * loaders, threads and enum constants. Constants that the JVM shares, such as small boxed
   * numbers, count.
   */
  public GraphAssert sharesNothingWith(Object other) {
    requireNonNull(other, "other");
    return compares(() -> graph().sharedWith(other).judge(new DataSize(0)));
  }

  /**
   * Verifies that the graph would shrink by at most this amount without waste, as {@link
   * dev.tare.heap.WasteVisitor} finds it: repeated strings and boxes, unused capacity, empty
   * collections and maps of one element.
   *
   * @param limit a percentage of what the value reaches, such as {@code "10 %"}, or a size such as
   *     {@code "1 KiB"}
   */
  public GraphAssert wastesAtMost(String limit) {
    String operation = Operation.of("wastesAtMost", limit);
    if (!limit.endsWith("%")) {
      DataSize size = size(operation, limit);
      return compares(() -> graph().wasted().judge(size));
    }
    BigDecimal share = share(operation, limit);
    return compares(
        () -> {
          MeasuredFigure size = graph().reachable();
          return size.doubt().isPresent()
              ? size.judge(new DataSize(0))
              : graph().wasted().judge(part(share, size));
        });
  }

  private static BigDecimal share(String operation, String share) {
    Matcher matcher = SHARE.matcher(share);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          operation + ": use a percentage from 0 % to 100 %, for example \"10 %\"");
    }
    return new BigDecimal(matcher.group(1)).movePointLeft(2);
  }

  private static DataSize part(BigDecimal share, MeasuredFigure size) {
    return new DataSize(share.multiply(BigDecimal.valueOf(size.value().amount())).longValue());
  }

  /**
   * Verifies that a footprint passes assertions. It has everything that the value reaches, by class
   * and path.
   */
  public GraphAssert satisfiesFootprint(Consumer<Footprint> requirements) {
    requireNonNull(requirements, "requirements");
    return collecting(
        () -> {
          isNotNull();
          requirements.accept(graph().footprint());
        });
  }

  /** Returns an assertion on everything that the value reaches, with a row for each class. */
  @CheckReturnValue
  public ListAssert<Footprint.Row> histogram() {
    isNotNull();
    return listOf(graph().footprint().byClass().rows());
  }

  private GraphAssert compares(Supplier<Report> comparison) {
    return conclude(
        () ->
            PlainRequest.configuration().enabled()
                ? Optional.of(comparison.get())
                : Optional.empty());
  }

  private static DataSize size(String operation, String limit) {
    try {
      return DataSize.parse(limit);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(operation + ": " + e.getMessage(), e);
    }
  }

  private GraphAssert keeps(
      String operation, Class<? extends Annotation> annotation, Map<String, Object> attributes) {
    return conclude(() -> graph().judge(operation, annotation, attributes));
  }

  private MeasuredGraph graph() {
    return actual instanceof MeasuredGraph graph ? graph : Tare.graphOf(actual);
  }
}
