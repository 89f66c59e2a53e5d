package dev.tare.internal.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.body.TestBody;
import dev.tare.internal.call.TestBodies;
import dev.tare.testing.WeavesOrWalks;
import org.junit.jupiter.api.Test;

@WeavesOrWalks
class AllocationSamplerTests {

  /** Upper bound of what the JVM itself allocates for a compilation, once in some hundred calls. */
  private static final long MAX_JVM_BYTES = 1_000;

  private final AllocationSampler sampler = sampler();

  private static AllocationSampler sampler() {
    try {
      return new AllocationSampler(AllocationCounters.currentThread().orElseThrow());
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** Fixtures are called through stubs, as tests are. */
  static class BodyTestCases {
    private int calls;

    void nothing() {}

    byte[] array() {
      return new byte[1000];
    }

    byte[] growing() {
      calls++;
      return new byte[100 * calls];
    }
  }

  @Test
  void emptyBodyReadsZeroFromTheFirstCallOn() throws Throwable {
    AllocationReadings readings = sampler.sample(body("nothing"), 0, 1_000);

    assertThat(readings.first()).isZero();
    assertThat(readings.smallest()).isZero();
    assertThat(readings.largest()).isLessThan(MAX_JVM_BYTES);
    assertThat(readings.runs()).isEqualTo(1_000);
  }

  @Test
  void arrayIsExactFromTheFirstCallOn() throws Throwable {
    AllocationReadings readings = sampler.sample(body("array"), 0, 1_000);

    assertThat(readings.first()).isEqualTo(1016);
    assertThat(readings.smallest()).isEqualTo(1016);
    assertThat(readings.largest()).isBetween(1016L, 1016 + MAX_JVM_BYTES);
  }

  @Test
  void warmUpCallsAreNotJudged() throws Throwable {
    AllocationReadings readings = sampler.sample(body("growing"), 2, 3);

    assertThat(readings.first()).isEqualTo(16 + 104);
    assertThat(readings.smallest()).isEqualTo(16 + 304);
    assertThat(readings.largest()).isEqualTo(16 + 504);
    assertThat(readings.warmups()).isEqualTo(2);
  }

  private static TestBody body(String name) throws NoSuchMethodException {
    return TestBodies.of(new BodyTestCases(), BodyTestCases.class.getDeclaredMethod(name));
  }
}
