package dev.tare.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.testing.NeedsC2;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Isolated("weaves the classes of all tests")
@NeedsC2
class RemovedObjectsTests {

  private static final ExecutedTests REMOVABLE = ExecutedTests.jupiter(RemovableTestCases.class);

  @ParameterizedTest
  @CsvSource({
    "instances, 100_000, 2_400_000",
    "arrays, 100_000, 2_400_000",
    "arraysOfArrays, 300_000, 7_200_000",
    "boxes, 100_000, 1_600_000",
    "varargs, 100_000, 2_400_000",
    "lambdas, 100_000, 1_600_000",
    "clones, 100_000, 3_200_000",
    "copies, 100_000, 3_200_000",
    "reflectiveArrays, 100_000, 3_200_000",
    "inALoopOfTheJdk, 100_001, 2_400_080"
  })
  void objectsThatTheJitRemovesCount(String body, String count, String bytes) {
    Map<String, String> entries = REMOVABLE.entries(body);

    assertThat(entries)
        .containsEntry("tare.allocated-objects.value", count.replace("_", ""))
        .containsEntry("tare.allocated-bytes.value", bytes.replace("_", "") + " B");
  }

  /** Objects that do not escape from the loops, so that C2 removes their allocation. */
  @TestMethodOrder(MethodOrderer.MethodName.class)
  static class RemovableTestCases {

    private static final int N = 100_000;
    private static final byte[] BYTES = new byte[16];

    @SuppressWarnings("UnusedVariable") // keeps the JIT from removing the computation
    private static volatile int sink;

    record Point(int x, int y, int z) {}

    @Retention(RetentionPolicy.RUNTIME)
    @MaxAllocations(10 * N)
    @MaxAllocatedBytes("1 GB")
    @interface Both {}

    private static void sum(IntUnaryOperator body) {
      int sum = 0;
      for (int i = 0; i < N; i++) {
        sum += body.applyAsInt(i);
      }
      sink = sum;
    }

    private static int[][] twoByTwo() {
      return new int[2][2];
    }

    private static int first(int... numbers) {
      return numbers[0];
    }

    @Test
    @Both
    void instances() {
      sum(i -> new Point(i, i, i).x());
    }

    @Test
    @Both
    void arrays() {
      sum(i -> new byte[] {(byte) i, 1}[i & 1]);
    }

    @Test
    @Both
    void arraysOfArrays() {
      sum(i -> twoByTwo()[i & 1][0]);
    }

    @Test
    @Both
    void boxes() {
      sum(
          i -> {
            Integer box = 1_000 + i;
            return box;
          });
    }

    @Test
    @Both
    void varargs() {
      sum(i -> first(i, 1));
    }

    @Test
    @Both
    void lambdas() {
      sum(
          i -> {
            IntSupplier supplier = () -> i;
            return supplier.getAsInt();
          });
    }

    @Test
    @Both
    void clones() {
      sum(i -> BYTES.clone()[i & 1]);
    }

    @Test
    @Both
    void copies() {
      sum(i -> Arrays.copyOf(BYTES, 16)[i & 1]);
    }

    @Test
    @Both
    void reflectiveArrays() {
      sum(i -> Array.getLength(Array.newInstance(byte.class, 16)));
    }

    @Test
    @Both
    void inALoopOfTheJdk() {
      IntStream.range(0, N).forEach(i -> sink = new Point(i, i, i).y());
    }
  }
}
