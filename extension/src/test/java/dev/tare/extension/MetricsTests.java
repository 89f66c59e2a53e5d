package dev.tare.extension;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.allocation.MaxAllocations;
import dev.tare.allocation.Mode;
import dev.tare.benchmark.Benchmarked;
import dev.tare.growth.Cost;
import dev.tare.growth.Growth;
import dev.tare.growth.GrowthOrder;
import dev.tare.invocations.MaxInvocations;
import dev.tare.model.Budget;
import dev.tare.retained.Kind;
import dev.tare.retained.MaxInstances;
import dev.tare.retained.MaxRetainedSize;
import dev.tare.survival.MaxPromotedBytes;
import dev.tare.survival.MaxSurvivingBytes;
import dev.tare.survival.MaxSurvivors;
import dev.tare.survival.MustBeCollected;
import dev.tare.survival.Released;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.commons.support.ReflectionSupport;

/** Checks that a plan depends only on the annotation that the metric reads. */
class MetricsTests {

  private static final Configuration CONFIGURATION = new Configuration(key -> Optional.empty());

  /** The parts of a plan that can be compared; meters, which are tested elsewhere, by class. */
  record PlanContent(
      List<Budget> budgets,
      Schedule schedule,
      Class<?> meter,
      Set<MeasurementPlan.Trait> traits,
      int order,
      Map<Integer, Object> arguments) {

    static PlanContent of(MeasurementPlan plan) {
      return new PlanContent(
          plan.budgets(),
          plan.schedule(),
          plan.meter().getClass(),
          plan.traits(),
          plan.order(),
          plan.arguments());
    }
  }

  @Test
  void casesCoverEveryMetric() {
    Set<Class<?>> read =
        cases().stream()
            .map(method -> measuredAnnotation(method).annotationType())
            .collect(Collectors.toSet());

    assertThat(read)
        .containsExactlyInAnyOrder(
            MaxRetainedSize.class,
            MaxInstances.class,
            MaxAllocatedBytes.class,
            MaxAllocations.class,
            MaxInvocations.class,
            Benchmarked.class,
            Growth.class,
            MaxPromotedBytes.class,
            MaxSurvivingBytes.class,
            MaxSurvivors.class,
            MustBeCollected.class);
  }

  @ParameterizedTest
  @MethodSource("metrics")
  void interleavedReadingsOfOneInstanceEqualThoseOfNewOnes(Class<? extends Metric<?>> type) {
    List<Method> methods = cases().stream().filter(method -> metric(method) == type).toList();
    List<PlanContent> fresh =
        methods.stream().map(method -> read(ReflectionSupport.newInstance(type), method)).toList();
    Metric<?> shared = ReflectionSupport.newInstance(type);

    List<Method> sequence = new ArrayList<>(methods);
    sequence.addAll(methods);
    List<PlanContent> forwards = sequence.stream().map(method -> read(shared, method)).toList();
    Collections.reverse(sequence);
    List<PlanContent> backwards =
        new ArrayList<>(sequence.stream().map(m -> read(shared, m)).toList());
    Collections.reverse(backwards);

    assertThat(fresh).doesNotHaveDuplicates().hasSizeGreaterThan(1);
    assertThat(forwards.subList(0, fresh.size())).isEqualTo(fresh);
    assertThat(forwards.subList(fresh.size(), forwards.size())).isEqualTo(fresh);
    assertThat(backwards).isEqualTo(forwards);
  }

  static Stream<Class<? extends Metric<?>>> metrics() {
    return cases().stream().<Class<? extends Metric<?>>>map(MetricsTests::metric).distinct();
  }

  private static List<Method> cases() {
    return Arrays.stream(Cases.class.getDeclaredMethods())
        .filter(method -> !method.isSynthetic())
        .sorted(Comparator.comparing(Method::getName))
        .toList();
  }

  private static Class<? extends Metric<?>> metric(Method method) {
    return measuredAnnotation(method).annotationType().getAnnotation(MeasuredBy.class).value();
  }

  private static Annotation measuredAnnotation(Method method) {
    return Arrays.stream(method.getAnnotations())
        .filter(found -> found.annotationType().isAnnotationPresent(MeasuredBy.class))
        .findFirst()
        .orElseThrow();
  }

  @SuppressWarnings("unchecked") // the annotation names the metric
  private static PlanContent read(Metric<?> metric, Method method) {
    Subject.Site site = new Subject.Site(Cases.class, method, method, true);
    Annotation annotation = measuredAnnotation(method);
    return PlanContent.of(((Metric<Annotation>) metric).read(annotation, site, CONFIGURATION));
  }

  /** Methods with annotations, two or more for each metric; they are never run. */
  interface Cases {

    @MaxRetainedSize("1 KiB")
    Object size();

    @MaxRetainedSize(value = "2 KiB", kind = Kind.REACHABLE)
    Object reachableSize();

    @MaxInstances(type = String.class, value = 1)
    Object strings();

    @MaxInstances(type = Integer.class, value = 2)
    Object integers();

    @MaxAllocatedBytes("1 KiB")
    void bytes();

    @MaxAllocatedBytes(value = "2 KiB", mode = Mode.FIRST_CALL)
    void bytesOfTheFirstCall();

    @MaxAllocations(1)
    void objects();

    @MaxAllocations(value = 1, type = Integer.class, runs = 3)
    void boxes();

    @MaxPromotedBytes("0 B")
    void makesNothingOld();

    @MaxPromotedBytes(value = "1 KiB", calls = 3)
    void makesBytesOld();

    @MaxSurvivingBytes(value = "1 KiB", calls = 3)
    void leavesBytes();

    @MaxSurvivingBytes(value = "2 KiB", type = String.class)
    void leavesStrings();

    @MaxSurvivors(value = 1, rounds = 3)
    void leavesObjects();

    @MaxSurvivors(value = 2, packageOf = String.class)
    void leavesOthers();

    @MaxInvocations(type = String.class, method = "trim", value = 1)
    void trims();

    @MaxInvocations(type = String.class, method = "strip", value = 2)
    void strips();

    @MustBeCollected
    Object collected();

    @MustBeCollected
    void handedOver(Released<Object> released);

    @Benchmarked(max = "1 ms")
    default Object time() {
      return this;
    }

    @Benchmarked(maxFirst = "1 s")
    Object firstTime();

    @Benchmarked(baseline = "time", threads = 2)
    Object relativeTime();

    @Growth(
        sizes = {1, 2, 8},
        atMost = GrowthOrder.LINEAR)
    Object growth(int n);

    @Growth(
        sizes = {2, 4, 16},
        atMost = GrowthOrder.LINEAR,
        of = {Cost.ALLOCATED, Cost.RETAINED})
    Object growthOfBytes(String text, int n);
  }
}
