package dev.tare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.allocation.MaxAllocations;
import dev.tare.growth.Cost;
import dev.tare.growth.Growth;
import dev.tare.growth.GrowthOrder;
import dev.tare.invocations.MaxInvocations;
import dev.tare.retained.Kind;
import dev.tare.retained.MaxInstances;
import dev.tare.retained.MaxRetainedSize;
import dev.tare.survival.MaxSurvivingBytes;
import dev.tare.survival.MaxSurvivors;
import dev.tare.survival.MustBeCollected;
import dev.tare.testing.SlowAfterOthers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares exact figures of annotations with those of plain measurements of the same code. */
@Isolated("walks the heap")
@TestInstance(Lifecycle.PER_CLASS) // the test cases run once for all
@SlowAfterOthers
class EqualFiguresTests {

  private static final List<Integer> NUMBERS = List.of(1_000, 2_000, 3_000, 4_000);

  private final ExecutedTests annotated = ExecutedTests.tare(AnnotatedTestCases.class);

  static Object array() {
    return new long[100];
  }

  static Map<Boolean, List<Integer>> stream() {
    return NUMBERS.stream().collect(Collectors.partitioningBy(number -> number > 2_000));
  }

  static List<Object> list() {
    List<Object> list = new ArrayList<>();
    list.add(NUMBERS.get(0));
    list.add(new byte[100]);
    return list;
  }

  static int[] sized(int n) {
    return new int[n];
  }

  /** Holds the objects that leaking bodies leave behind. */
  @SuppressWarnings("JdkObsolete") // each element takes the same number of bytes
  private static final List<Object> LEAK = new LinkedList<>();

  /** Class whose only instances are those that the leaking body creates. */
  static final class Leaked extends AtomicInteger {
    private static final long serialVersionUID = 1;
  }

  static int leaks() {
    for (int i = 0; i < 3; i++) {
      LEAK.add(new Leaked());
    }
    return LEAK.size();
  }

  static Object leaked() {
    leaks();
    return LEAK.get(LEAK.size() - 1);
  }

  /**
   * Leaves n numbers behind, allocates n squared numbers, and returns an array of constant size.
   */
  private static @Nullable Object cached;

  /** Allocates more in the first call than in the others. */
  static Object caching() {
    if (cached == null) {
      cached = new long[1_000];
    }
    return new long[100];
  }

  @AfterAll
  void clear() {
    LEAK.clear();
  }

  /** Test cases with an annotation, the figure that they report, and the plain measurement. */
  static Stream<Arguments> figures() {
    return Stream.of(
        figure("array", "allocated-bytes", () -> Tare.calling(() -> array()).allocated()),
        figure(
            "stream", "allocated-bytes", () -> Tare.calling(EqualFiguresTests::stream).allocated()),
        figure("caches", "allocated-bytes", EqualFiguresTests::firstOfCaching),
        figure("listObjects", "allocated-objects", () -> Tare.calling(() -> list()).objects()),
        figure(
            "collections",
            "allocated-objects",
            () -> Tare.calling(() -> list()).objectsOf(Collection.class)),
        figure(
            "survivors",
            "surviving-objects",
            () -> Tare.calling(() -> leaks()).survivorsOf(Leaked.class)),
        figure("surviving", "surviving-bytes", () -> Tare.calling(() -> leaks()).surviving()),
        figure(
            "uncollected", "uncollected-objects", () -> Tare.calling(() -> leaked()).uncollected()),
        figure("list", "retained-size", () -> Tare.calling(() -> list()).retained()),
        figure("list", "retained-size", () -> Tare.retained(list())),
        figure("reachable", "reachable-size", () -> Tare.graphOf(list()).reachable()),
        figure(
            "lists",
            "retained-instances",
            () -> Tare.graphOf(list()).instancesOf(Collection.class)),
        figure(
            "adds",
            "invocations",
            () -> Tare.calling(() -> stream()).invocationsOf(List.class, "add")));
  }

  private static Arguments figure(String test, String id, Supplier<MeasuredFigure> plain) {
    return Arguments.of(test, id, plain);
  }

  private static MeasuredFigure firstOfCaching() {
    cached = null;
    return Tare.calling(() -> caching()).withRuns(1).withWarmups(0).allocated();
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("figures")
  void plainFigureIsThatOfTheAnnotation(String test, String id, Supplier<MeasuredFigure> plain) {
    assertThat(plain.get().value().exact().replace(",", "")).isEqualTo(entry(test, id));
  }

  @Test
  void countsAreThoseOfTheCode() {
    assertThat(entry("listObjects", "allocated-objects")).isEqualTo("3");
    assertThat(entry("collections", "allocated-objects")).isEqualTo("1");
    assertThat(entry("survivors", "surviving-objects")).isEqualTo("3");
    assertThat(entry("uncollected", "uncollected-objects")).isEqualTo("1");
    assertThat(entry("surviving", "surviving-bytes")).isNotEqualTo("0 B");
    assertThat(entry("lists", "retained-instances")).isEqualTo("1");
    assertThat(entry("caches", "allocated-bytes"))
        .as("the first call")
        .isNotEqualTo(entry("array", "allocated-bytes"));
  }

  @Test
  void growthsOfBytesAreEqual() {
    SizedBody body = Tare.calling(EqualFiguresTests::sized);

    assertThat(body.growthOfAllocatedBytes(10, 100, 1_000).value().exact()).isEqualTo("n^1.00");
    assertThat(body.growthOfRetainedSize(10, 100, 1_000).value().exact()).isEqualTo("n^1.00");
    assertThat(entry("grows", "growth-of-allocated-bytes")).startsWith("1 ");
    assertThat(entry("grows", "growth-of-retained-size")).startsWith("1 ");
  }

  private String entry(String test, String figure) {
    return String.valueOf(annotated.entries(test).get("tare." + figure + ".value"));
  }

  static class AnnotatedTestCases {

    @MaxAllocatedBytes("1 MiB")
    Object array() {
      return EqualFiguresTests.array();
    }

    @MaxAllocatedBytes("1 MiB")
    Object stream() {
      return EqualFiguresTests.stream();
    }

    @MaxAllocations(0)
    Object listObjects() {
      return EqualFiguresTests.list();
    }

    @MaxAllocations(value = 0, type = Collection.class)
    Object collections() {
      return EqualFiguresTests.list();
    }

    @MaxAllocatedBytes(value = "0 B", runs = 1, warmups = 0)
    Object caches() {
      cached = null;
      return caching();
    }

    @MaxSurvivors(value = 0, type = Leaked.class)
    void survivors() {
      leaks();
    }

    @MaxSurvivingBytes("0 B")
    void surviving() {
      leaks();
    }

    @MaxInstances(type = Collection.class, value = 0)
    Object lists() {
      return EqualFiguresTests.list();
    }

    @MaxRetainedSize("0 B")
    Object list() {
      return EqualFiguresTests.list();
    }

    @MaxRetainedSize(value = "0 B", kind = Kind.REACHABLE)
    Object reachable() {
      return EqualFiguresTests.list();
    }

    @MustBeCollected
    Object uncollected() {
      return leaked();
    }

    @MaxInvocations(type = List.class, method = "add", value = 0)
    Object adds() {
      return EqualFiguresTests.stream();
    }

    @Growth(
        sizes = {10, 100, 1_000},
        atMost = GrowthOrder.LINEAR,
        of = {Cost.ALLOCATED, Cost.RETAINED})
    int[] grows(int n) {
      return sized(n);
    }
  }
}
