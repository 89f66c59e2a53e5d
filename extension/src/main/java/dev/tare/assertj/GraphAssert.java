package dev.tare.assertj;

import dev.tare.MeasuredGraph;
import dev.tare.Tare;
import dev.tare.retained.Kind;
import dev.tare.retained.MaxInstances;
import dev.tare.retained.MaxRetainedSize;
import java.lang.annotation.Annotation;
import java.util.Map;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** Assertions on a value and what it refers to. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public class GraphAssert extends AbstractMeasuredAssert<GraphAssert, Object> {

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

  private GraphAssert keeps(
      String operation, Class<? extends Annotation> annotation, Map<String, Object> attributes) {
    return conclude(() -> graph().judge(operation, annotation, attributes));
  }

  private MeasuredGraph graph() {
    return actual instanceof MeasuredGraph graph ? graph : Tare.graphOf(actual);
  }
}
