package dev.tare;

import static dev.tare.CpuWork.work;
import static dev.tare.assertj.TareAssertions.assertThatCalling;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tare.growth.GrowthOrder;
import dev.tare.testing.NeedsC2;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.opentest4j.AssertionFailedError;

/**
 * Assertions on times, with limits that lie orders of magnitude away. Sampling ends as soon as the
 * verdict is clear, so a long cap costs time only while other programs take the processors.
 */
@Isolated("measures times")
@NeedsC2
class TimeAssertionsTests {

  private static final String LONGEST = "60 s";

  private static long sink;

  private static MeasuredBody calling(Body.OfLong body) {
    return Tare.calling(body).withWarmupTime("100 ms").withMeasurementTime(LONGEST);
  }

  private static SizedBody squared() {
    return Tare.calling(n -> work(n * n));
  }

  @Test
  void timeFarBelowTheLimitPasses() {
    assertThatCalling(calling(() -> work(1_000))).takesAtMost("1 s");
  }

  @Test
  void timeFarAboveTheLimitFails() {
    assertFailure(
        () -> assertThatCalling(calling(() -> work(100_000))).takesAtMost("10 ns"),
        "Time per call of TimeAssertionsTests.timeFarAboveTheLimitFails() ",
        "exceeds 10 ns");
  }

  @Test
  void bodySlowerThanTheOtherFails() {
    assertFailure(
        () ->
            assertThatCalling(calling(() -> sink = work(10_000)).withEqualResults(false))
                .takesAtMost(1.5, calling(() -> sink = work(100)).withName("short")),
        "Time relative to short() of TimeAssertionsTests.bodySlowerThanTheOtherFails() ",
        "exceeds 1.50x");
  }

  @Test
  void slowFirstCallFails() {
    AtomicInteger calls = new AtomicInteger();

    assertFailure(
        () ->
            assertThatCalling(() -> work(10_000_000 * calls.incrementAndGet()))
                .takesAtMostInFirstCall("1 ns"),
        "Time of the first call of TimeAssertionsTests.slowFirstCallFails() ",
        "exceeds 1 ns");
    assertThat(calls).hasValue(1);
  }

  @Test
  void timeThatGrowsFasterFails() {
    assertFailure(
        () -> assertThatCalling(squared()).growsAtMost(GrowthOrder.SUBLINEAR, 20, 80, 320, 1_280),
        "Time of TimeAssertionsTests.timeThatGrowsFasterFails() grows with ",
        ", limit less than n (n^0.90)");
  }

  @Test
  void growthOfTimeIsAnExponentOfTheSize() {
    MeasuredFigure growth = squared().withName("squared").growthOfTime(20, 80, 320);

    assertThat(growth.doubt()).isEmpty();
    assertThat(growth.value().unit()).isEqualTo("power");
    assertThat(growth.value().amount()).isBetween(1.5, 2.5);
    assertThat(growth.summary())
        .startsWith("Growth of time of TimeAssertionsTests.squared() squared: n");
  }

  private static void assertFailure(ThrowingCallable assertion, String start, String end) {
    assertThatExceptionOfType(AssertionFailedError.class)
        .isThrownBy(assertion)
        .satisfies(
            failure ->
                assertThat(String.valueOf(failure.getMessage()).lines().findFirst().orElse(""))
                    .startsWith(start)
                    .contains(end));
  }
}
