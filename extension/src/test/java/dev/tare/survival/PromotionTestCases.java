package dev.tare.survival;

import static dev.tare.assertj.TareAssertions.assertThatCalling;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.Tare;
import dev.tare.unit.DataSize;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Tests that {@link PromotionProbe} runs in JVMs of their own. */
final class PromotionTestCases {

  private static final List<Object> KEPT = new ArrayList<>();
  private static final @Nullable Object[] RING = new Object[500];
  private static int next;

  private PromotionTestCases() {}

  abstract static class Keeping {

    @AfterEach
    void forget() {
      KEPT.clear();
      Arrays.fill(RING, null);
    }

    static void keep(int bytes) {
      KEPT.add(new byte[bytes]);
    }

    /** Keeps the objects of the last 500 calls. */
    static void keepForAWhile() {
      RING[next++ % RING.length] = new byte[100];
    }
  }

  static final class Bodies extends Keeping {

    @MaxPromotedBytes("0 B")
    Object keepsNothing() {
      return new byte[1_000];
    }

    @MaxPromotedBytes("0 B")
    void keepsAll() {
      keep(1_000);
    }

    @MaxPromotedBytes("0 B")
    void keepsLittle() {
      KEPT.add(new Object());
    }

    @MaxPromotedBytes(value = "0 B", calls = 4)
    void keepsMuch() {
      keep(300_000);
    }

    @MaxPromotedBytes("2 KiB")
    void keepsLessThanAllowed() {
      keep(1_000);
    }

    @MaxPromotedBytes("1 KB")
    void keepsMoreThanAllowed() {
      keep(2_000);
    }

    @MaxPromotedBytes("0 B")
    void keepsForAWhile() {
      keepForAWhile();
    }

    @MaxPromotedBytes(value = "0 B", calls = 100)
    void keepsForAWhileWithFewerCollections() {
      keepForAWhile();
    }

    @MaxPromotedBytes(value = "0 B", calls = 10)
    void keepsForAWhileWithChosenCollections() {
      keepForAWhile();
    }

    @MaxPromotedBytes(value = "0 B", calls = 1)
    Object createsALargeObject() {
      return new byte[600_000];
    }

    @MaxPromotedBytes("0 B")
    void collectsTheWholeHeap() {
      System.gc();
    }

    @MaxPromotedBytes("0 B")
    void throwsAnException() {
      throw new IllegalStateException("own");
    }
  }

  /** Measures by assertions and as a figure what {@link Bodies} measures by annotations. */
  static final class Plain extends Keeping {

    private static int keepsAll() {
      keep(1_000);
      return KEPT.size();
    }

    @Test
    void assertsAll() {
      assertThatCalling(() -> keepsAll()).promotesAtMost("0 B");
    }

    @Test
    void assertsNothing() {
      assertThatCalling(() -> new byte[1_000]).promotesAtMost("0 B");
    }

    @Test
    void hasTheFigure() {
      assertThat(Tare.calling(() -> keepsAll()).promoted().value()).isEqualTo(new DataSize(1_016));
    }
  }

  /** Keeps so much that the heap is nearly full before the first round. */
  static final class Filling extends Keeping {

    @MaxPromotedBytes("0 B")
    void fillsTheHeap() {
      keep(800_000);
    }
  }

  /**
   * Keeps each array. In some rounds, it also fills more than half of the survivor space, so that
   * the JVM lowers the age at which objects become old to 1, and then raises it to 15.
   */
  static final class Raising extends Keeping {

    private static final Set<Integer> FILLING_ROUNDS = Set.of(13, 14, 15, 33, 34, 35);

    private byte @Nullable [] filling;

    @MaxPromotedBytes(value = "0 B", calls = 10)
    void keepsAllWhileTheAgeIsRaised() {
      boolean fills = FILLING_ROUNDS.contains(KEPT.size() / 10);
      filling = fills ? Objects.requireNonNullElseGet(filling, () -> new byte[500_000]) : null;
      keep(1_000);
    }
  }

  /** Finds a heap that is nearly full of garbage. */
  static final class FullOfGarbage extends Keeping {

    @BeforeEach
    void createGarbage() {
      for (int i = 0; i < 10; i++) {
        keep(10_500_000); // too large for the space of new objects, so old from the beginning
      }
      KEPT.clear();
    }

    @MaxPromotedBytes("0 B")
    Object keepsNothingBesideGarbage() {
      return new byte[1_000];
    }
  }

  static final class Single extends Keeping {

    @MaxPromotedBytes("0 B")
    void keepsNothing() {}

    @MaxPromotedBytes("0 B")
    void keepsAll() {
      keep(1_000);
    }
  }

  static final class Mistakes {

    @MaxPromotedBytes("12")
    void withoutUnit() {}

    @MaxPromotedBytes(value = "0 B", calls = 0)
    void withoutCalls() {}
  }

  /** Bodies that keep nothing, chosen by a seed. */
  static final class Clean {

    static final int BODIES = 25;

    @TestFactory
    @MaxPromotedBytes("0 B")
    Stream<DynamicTest> keepsNothing() {
      Random random = new Random(Long.getLong("seed"));
      return IntStream.range(0, BODIES)
          .mapToObj(
              number -> {
                CleanWork work = CleanWork.of(random);
                return DynamicTest.dynamicTest(number + " " + work.name(), work::run);
              });
    }
  }
}
