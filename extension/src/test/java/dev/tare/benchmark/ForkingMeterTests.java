package dev.tare.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.timing.TimeFigures;
import dev.tare.model.Budget;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Sampling;
import dev.tare.unit.Elapsed;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is made of limits that were exceeded in fresh JVMs. */
class ForkingMeterTests {

  private static final Elapsed LIMIT = new Elapsed(100);
  private static final Budget BUDGET = Budget.atMost(TimeFigures.TIME_PER_CALL, LIMIT);

  private static Observed time(double nanos) {
    Elapsed value = new Elapsed(nanos);
    return Observed.exact(
        TimeFigures.TIME_PER_CALL, value, Sampling.single(value), List.of("fresh JVMs: some"));
  }

  private static Observed slow(double nanos, double least) {
    return time(nanos).slowedDown(new Elapsed(least));
  }

  @Test
  void doubtsWhatMayHaveBeenSlowedDownBeyondItsLimit() {
    assertThat(ForkingMeter.doubted(slow(150, 100), BUDGET))
        .isEqualTo(
            new Doubtful(
                TimeFigures.TIME_PER_CALL,
                "in every fresh JVM the core was shared or slowed down, or the heap took new memory,"
                    + " which can make calls seem this slow; try again",
                slow(150, 100)));
  }

  @Test
  void doubtsNothingElse() {
    assertThat(ForkingMeter.doubted(slow(210, 105), BUDGET)).isEqualTo(slow(210, 105));
    assertThat(ForkingMeter.doubted(time(150), BUDGET)).isEqualTo(time(150));
    assertThat(ForkingMeter.doubted(slow(100, 50), BUDGET)).isEqualTo(slow(100, 50));
    Budget unlimited = Budget.unlimited(TimeFigures.TIME_PER_CALL);
    assertThat(ForkingMeter.doubted(slow(150, 75), unlimited)).isEqualTo(slow(150, 75));
  }

  @Test
  void isConfirmedByOneMoreThatExceedsTheLimitWhateverSlowedItDown() {
    assertThat(((Observed) ForkingMeter.confirmed(time(150), time(140), LIMIT)).counted())
        .containsExactly("fresh JVMs: some", "confirmed in one more fresh JVM: 140 ns");
    assertThat(ForkingMeter.confirmed(time(150), slow(220, 110), LIMIT))
        .isInstanceOf(Observed.class);
  }

  @Test
  void isNotConfirmedByOneMoreThatIsFasterOrMayBe() {
    assertThat(((Doubtful) ForkingMeter.confirmed(time(150), time(100), LIMIT)).reason())
        .isEqualTo("fresh JVMs disagree: 150 ns exceeded the limit, 100 ns in one more did not");
    assertThat(((Doubtful) ForkingMeter.confirmed(time(150), slow(180, 90), LIMIT)).reason())
        .isEqualTo(
            "not confirmed: 150 ns exceeded the limit, 180 ns in one more may not, since the core"
                + " was shared or slowed down, or the heap took new memory");
  }
}
