package dev.tare.growth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tare.ExecutedTests;
import dev.tare.MeasuredFigure;
import dev.tare.Tare;
import dev.tare.testing.SlowAfterOthers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.Isolated;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** The growth of the bytes that a call leaves behind with its size. */
@Isolated("counts the live objects of the JVM")
@SlowAfterOthers
class GrowthOfSurvivingBytesTests {

  @Test
  void bytesLeftBehindAreExactAtEachSize() {
    ExecutedTests tests = ExecutedTests.tare(SurvivingTestCases.class);

    assertThat(tests.succeeded()).containsExactlyInAnyOrder("keepsFixed", "returnsArray");
    assertThat(tests.failure("keepsArrayAtMostConstant"))
        .isExactlyInstanceOf(AssertionFailedError.class)
        .hasMessageStartingWith("Surviving bytes of GrowthOfSurvivingBytesTests")
        .hasMessageContaining("grow with n (n^1.00), limit constant (n^0.00)")
        .hasMessageContaining("96 B at n = 10, 8,016 B at n = 1,000")
        .hasMessageContaining("would pass  LINEAR");
  }

  static class SurvivingTestCases {
    static final List<Object> KEPT = new ArrayList<>(10_000);

    @Growth(
        sizes = {10, 100, 1_000},
        atMost = GrowthOrder.CONSTANT,
        of = Cost.SURVIVING)
    Object returnsArray(int n) {
      return new long[n];
    }

    @Growth(
        sizes = {10, 100, 1_000},
        atMost = GrowthOrder.CONSTANT,
        of = Cost.SURVIVING)
    void keepsFixed(int n) {
      KEPT.add(new long[100]);
      assertThat(new int[n]).hasSize(n);
    }

    @Growth(
        sizes = {10, 100, 1_000},
        atMost = GrowthOrder.CONSTANT,
        of = Cost.SURVIVING)
    void keepsArrayAtMostConstant(int n) {
      KEPT.add(new long[n]);
    }
  }

  @Test
  void growthOfALambdaIsThatOfTheAnnotation() {
    MeasuredFigure growth =
        Tare.calling(n -> SurvivingTestCases.KEPT.add(new long[n]))
            .growthOfSurvivingBytes(10, 100, 1_000);

    assertThat(growth.report()).contains("96 B at n = 10, 8,016 B at n = 1,000");
    assertThat(growth.value().amount()).isCloseTo(1, within(1e-9));
  }

  @Test
  void growthBesideOtherTestsIsInconclusive() {
    ExecutedTests tests =
        ExecutedTests.jupiter(
            ParallelTestCases.class, "junit.jupiter.execution.parallel.enabled", "true");

    assertThat(tests.abortion("keepsNothing"))
        .isInstanceOf(TestAbortedException.class)
        .message()
        .containsIgnoringWhitespaces(
            "other tests run at the same time and their objects are in the");
  }

  @Execution(ExecutionMode.CONCURRENT)
  static class ParallelTestCases {

    @Test
    @Growth(
        sizes = {10, 100, 1_000},
        atMost = GrowthOrder.CONSTANT,
        of = Cost.SURVIVING)
    void keepsNothing(int n) {
      assertThat(new int[n]).hasSize(n);
    }
  }
}
