package dev.tare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.allocation.MaxAllocations;
import dev.tare.allocation.Mode;
import dev.tare.growth.Cost;
import dev.tare.growth.Growth;
import dev.tare.growth.GrowthOrder;
import dev.tare.internal.agent.ChildJvm;
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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.parallel.Isolated;

/** Compares exact figures of annotations with those of plain measurements of the same code. */
@Isolated("walks the heap")
@TestInstance(Lifecycle.PER_CLASS) // the test cases run once for all
@SlowAfterOthers
class EqualFiguresTests {

  private static final List<Integer> NUMBERS = List.of(1_000, 2_000, 3_000, 4_000);

  private static int index = 1;

  private final ExecutedTests annotated = ExecutedTests.tare(AnnotatedTestCases.class);

  static Object array() {
    return new long[100];
  }

  static int primitive() {
    return NUMBERS.get(index) + 10_000;
  }

  static Integer box() {
    return primitive();
  }

  static boolean found() {
    return NUMBERS.contains(3_000);
  }

  static String concatenation() {
    return "number " + primitive() + " of " + NUMBERS.size();
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
  static long[] leaksSized(int n) {
    LEAK.add(new long[n]);
    return new long[new long[n][n].length - n + 10];
  }

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

  @Test
  void allocatedBytesAreEqual() {
    assertThat(bytes(Tare.calling(() -> array()))).isEqualTo(allocated("array"));
    assertThat(bytes(Tare.calling(() -> primitive()))).isEqualTo(allocated("primitive"));
    assertThat(bytes(Tare.calling(() -> box()))).isEqualTo(allocated("box"));
    assertThat(bytes(Tare.calling(() -> found()))).isEqualTo(allocated("found"));
    assertThat(bytes(Tare.calling(() -> concatenation()))).isEqualTo(allocated("concatenation"));
    assertThat(bytes(Tare.calling(() -> stream()))).isEqualTo(allocated("stream"));
    assertThat(bytes(Tare.calling(EqualFiguresTests::stream))).isEqualTo(allocated("stream"));
  }

  @Test
  void objectsAreEqual() {
    assertThat(exact(Tare.calling(() -> list()).objects()))
        .isEqualTo(entry("listObjects", "allocated-objects"))
        .isEqualTo("3");
    assertThat(exact(Tare.calling(() -> box()).objectsOf(Integer.class)))
        .isEqualTo(entry("boxes", "allocated-objects"))
        .isEqualTo("1");
  }

  @Test
  void objectsOfAnInterfaceAreEqual() {
    assertThat(exact(Tare.calling(() -> list()).objectsOf(Collection.class)))
        .isEqualTo(entry("collections", "allocated-objects"))
        .isEqualTo("1");
  }

  @Test
  void bytesOfTheFirstCallAreEqual() {
    cached = null;

    assertThat(exact(Tare.calling(() -> caching()).allocatedInFirstCall()))
        .isEqualTo(allocated("caches"))
        .isNotEqualTo(allocated("array"));
  }

  @Test
  void survivorsAreEqual() {
    assertThat(exact(Tare.calling(() -> leaks()).survivorsOf(Leaked.class)))
        .isEqualTo(entry("survivors", "surviving-objects"))
        .isEqualTo("3");
    assertThat(exact(Tare.calling(() -> leaks()).survivorsOf(Number.class)))
        .isEqualTo(entry("survivingNumbers", "surviving-objects"))
        .isEqualTo("3");
  }

  @Test
  void uncollectedObjectsAreEqual() {
    assertThat(exact(Tare.calling(() -> leaked()).uncollected()))
        .isEqualTo(entry("uncollected", "uncollected-objects"))
        .isEqualTo("1");
  }

  @Test
  void survivingBytesAreEqual() {
    assertThat(exact(Tare.calling(() -> leaks()).surviving()))
        .isEqualTo(entry("surviving", "surviving-bytes"))
        .isNotEqualTo("0 B");
  }

  @Test
  void retainedSizesAreEqual() {
    assertThat(exact(Tare.calling(() -> list()).retained()))
        .isEqualTo(exact(Tare.retained(list())))
        .isEqualTo(entry("list", "retained-size"));
    assertThat(exact(Tare.graphOf(list()).reachable()))
        .isEqualTo(entry("reachable", "reachable-size"));
  }

  @Test
  void instancesAreEqual() {
    assertThat(exact(Tare.graphOf(list()).instancesOf(byte[].class)))
        .isEqualTo(entry("arrays", "retained-instances"));
    assertThat(exact(Tare.graphOf(list()).instancesOf(Collection.class)))
        .isEqualTo(entry("lists", "retained-instances"))
        .isEqualTo("1");
    assertThat(exact(Tare.graphOf(list()).instancesOf(Map.class)))
        .isEqualTo(entry("mapsOfAList", "retained-instances"))
        .isEqualTo("0");
  }

  @Test
  void invocationsAreEqual() {
    assertThat(exact(Tare.calling(() -> stream()).invocationsOf(List.class, "add")))
        .isEqualTo(entry("adds", "invocations"));
  }

  @Test
  void growthsOfBytesAreEqual() {
    SizedBody body = Tare.calling(EqualFiguresTests::sized);

    assertThat(body.growthOfAllocatedBytes(10, 100, 1_000).value().exact()).isEqualTo("n^1.00");
    assertThat(body.growthOfRetainedSize(10, 100, 1_000).value().exact()).isEqualTo("n^1.00");
    assertThat(entry("grows", "growth-of-allocated-bytes")).startsWith("1 ");
    assertThat(entry("grows", "growth-of-retained-size")).startsWith("1 ");
  }

  @Test
  void growthsOfSurvivingBytesAreEqual() {
    MeasuredFigure growth =
        Tare.calling(EqualFiguresTests::leaksSized).growthOfSurvivingBytes(10, 100, 1_000);

    assertThat(growth.value().exact()).isEqualTo("n^1.00");
    assertThat(entry("leaksGrow", "growth-of-surviving-bytes")).startsWith("1 power");
  }

  /** Uses the serial collector, since others also count the unused ends of promotion buffers. */
  @Test
  void promotedBytesAreEqual() {
    ChildJvm jvm =
        ChildJvm.run(
            List.of("-XX:+UseSerialGC", "-Xmx128m", "-Xmn8m", "-XX:+EnableDynamicAgentLoading"),
            EqualPromotionProbe.class);

    assertThat(jvm.out().lines().toList())
        .as(jvm.err())
        .containsSubsequence(
            "annotated within = [keepsNothing]",
            "annotated = Promoted bytes of .keepsAll() 1,016 B exceed 0 B",
            "asserted within = [keepsNothing]",
            "asserted = Promoted bytes of .keepsAll() 1,016 B exceed 0 B",
            "figure = 1,016 B");
  }

  private String allocated(String test) {
    return entry(test, "allocated-bytes");
  }

  private String entry(String test, String figure) {
    return String.valueOf(annotated.entries(test).get("tare." + figure + ".value"));
  }

  private static String bytes(MeasuredBody body) {
    return exact(body.allocated());
  }

  private static String exact(MeasuredFigure figure) {
    return figure.value().exact().replace(",", "");
  }

  static class AnnotatedTestCases {

    @MaxAllocatedBytes("1 MiB")
    Object array() {
      return EqualFiguresTests.array();
    }

    @MaxAllocatedBytes("1 MiB")
    int primitive() {
      return EqualFiguresTests.primitive();
    }

    @MaxAllocatedBytes("1 MiB")
    Integer box() {
      return EqualFiguresTests.box();
    }

    @MaxAllocatedBytes("1 MiB")
    boolean found() {
      return EqualFiguresTests.found();
    }

    @MaxAllocatedBytes("1 MiB")
    String concatenation() {
      return EqualFiguresTests.concatenation();
    }

    @MaxAllocatedBytes("1 MiB")
    Object stream() {
      return EqualFiguresTests.stream();
    }

    @MaxAllocations(0)
    Object listObjects() {
      return EqualFiguresTests.list();
    }

    @MaxAllocations(value = 0, type = Integer.class)
    Integer boxes() {
      return EqualFiguresTests.box();
    }

    @MaxAllocations(value = 0, type = Collection.class)
    Object collections() {
      return EqualFiguresTests.list();
    }

    @MaxAllocatedBytes(value = "0 B", mode = Mode.FIRST_CALL)
    Object caches() {
      cached = null;
      return caching();
    }

    @MaxSurvivors(value = 0, type = Leaked.class)
    void survivors() {
      leaks();
    }

    @MaxSurvivors(value = 0, type = Number.class)
    void survivingNumbers() {
      leaks();
    }

    @MaxSurvivingBytes("0 B")
    void surviving() {
      leaks();
    }

    @Growth(
        sizes = {10, 100, 1_000},
        atMost = GrowthOrder.CONSTANT,
        of = Cost.SURVIVING)
    void leaksGrow(int n) {
      leaksSized(n);
    }

    @MaxInstances(type = Collection.class, value = 0)
    Object lists() {
      return EqualFiguresTests.list();
    }

    @MaxInstances(type = Map.class, value = 0)
    Object mapsOfAList() {
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

    @MaxInstances(type = byte[].class, value = 0)
    Object arrays() {
      return EqualFiguresTests.list();
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
