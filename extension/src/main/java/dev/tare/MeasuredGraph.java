package dev.tare;

import dev.tare.extension.Configuration.Breakdown;
import dev.tare.internal.plain.PlainRequest;
import dev.tare.model.Report;
import dev.tare.retained.JudgedLayout;
import dev.tare.retained.Kind;
import dev.tare.retained.MaxInstances;
import dev.tare.retained.MaxRetainedSize;
import java.lang.annotation.Annotation;
import java.util.Map;
import java.util.Optional;
import org.apiguardian.api.API;

/** A value with what it refers to, and how it is measured. Immutable. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class MeasuredGraph {

  private final PlainRequest request;

  MeasuredGraph(PlainRequest request) {
    this.request = request;
  }

  /** Returns this value with a name for messages. */
  public MeasuredGraph withName(String name) {
    return new MeasuredGraph(request.withName(name));
  }

  /** Returns this value without objects of these types, which are neither counted nor followed. */
  public MeasuredGraph withIgnoring(Class<?>... types) {
    return new MeasuredGraph(request.with("ignoring", types.clone()));
  }

  /** Returns this value with its size computed for an object layout. */
  public MeasuredGraph withLayout(JudgedLayout layout) {
    return new MeasuredGraph(request.with("layout", layout));
  }

  /** Returns this value with a breakdown of its figures by path. */
  public MeasuredGraph withBreakdown() {
    return new MeasuredGraph(request.with("breakdown", Breakdown.ALWAYS));
  }

  /** Measures the bytes that would be freed with the value, as {@code @MaxRetainedSize} does. */
  public MeasuredFigure retained() {
    return size("retained()", Kind.RETAINED);
  }

  /** Measures the bytes of everything that the value reaches. */
  public MeasuredFigure reachable() {
    return size("reachable()", Kind.REACHABLE);
  }

  /**
   * Measures the bytes outside the heap that would be freed with the value: direct buffers and
   * arenas of memory segments.
   */
  public MeasuredFigure offHeap() {
    return size("offHeap()", Kind.OFF_HEAP);
  }

  /** Counts the objects of a type and its subtypes that would be freed with the value. */
  public MeasuredFigure instancesOf(Class<?> type) {
    return MeasuredFigure.of(
        request, "instancesOf()", MaxInstances.class, Map.of("type", type, "value", 0L));
  }

  /**
   * Measures this value as an annotation with these attributes would, and compares it with the
   * limit among them, like {@link MeasuredBody#judge}.
   *
   * @param operation the call with the limit, for messages: {@code retainsAtMost("1 KiB")}
   * @param annotation an annotation that carries {@code @MeasuredBy}
   * @param attributes values of its attributes
   * @return the verdict; empty if {@value dev.tare.extension.Configuration#ENABLED} is false
   * @throws IllegalArgumentException if an attribute is invalid, or an option does not apply
   */
  public Optional<Report> judge(
      String operation, Class<? extends Annotation> annotation, Map<String, Object> attributes) {
    return MeasuredFigure.judge(request, operation, annotation, attributes);
  }

  private MeasuredFigure size(String operation, Kind kind) {
    return MeasuredFigure.of(
        request, operation, MaxRetainedSize.class, Map.of("value", "0 B", "kind", kind));
  }
}
