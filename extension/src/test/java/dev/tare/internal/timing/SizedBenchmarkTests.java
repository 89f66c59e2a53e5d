package dev.tare.internal.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tare.internal.call.TestBody;
import dev.tare.unit.Elapsed;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SizedBenchmarkTests {

  private final SimulatedClock clock = new SimulatedClock();
  private final Map<String, Long> phases = new LinkedHashMap<>();
  private final Progress told = (phase, samples, nanos, left) -> phases.put(phase, samples);

  private SizedTimes times(double... nanos) throws Throwable {
    Caps caps = new Caps(new Elapsed(2e9), new Elapsed(2e9));
    List<TestBody> bodies =
        Arrays.stream(nanos)
            .<TestBody>mapToObj(one -> new SimulatedBody(clock, one, (long) one))
            .toList();
    return new SizedBenchmark(clock, caps, told).measure(bodies);
  }

  @Test
  void findsTheTimeOfEachSize() throws Throwable {
    SizedTimes times = times(100, 1_000, 10_000);

    assertThat(times.nanosPerCall().get(0)).isCloseTo(100, within(2.0));
    assertThat(times.nanosPerCall().get(1)).isCloseTo(1_000, within(20.0));
    assertThat(times.nanosPerCall().get(2)).isCloseTo(10_000, within(200.0));
    assertThat(times.tooFast()).isFalse();
    assertThat(times.distortions()).isEmpty();
    assertThat(times.counted()).contains("CPU time of the calling thread");
  }

  @Test
  void tellsHowFarItIs() throws Throwable {
    times(100, 1_000, 10_000);

    assertThat(phases.keySet()).containsExactly("warm-up", "sampling");
    assertThat(phases).containsEntry("sampling", 120L);
  }

  @Test
  void staysWithinItsCaps() throws Throwable {
    times(1e6, 50e6, 300e6);

    // warm-up and sampling of 2 s each, and what was begun: five rounds at least
    assertThat(clock.seconds()).isLessThan(7);
  }

  @Test
  void warmsAllSizesUpForNoLongerThanTheCapTogether() throws Throwable {
    clock.compileAt(100);

    SizedTimes times = times(100, 1_000, 10_000);

    assertThat(times.distortions())
        .containsExactly("the JIT still compiled when the warm-up ended");
    assertThat(clock.seconds()).isBetween(2.0, 2.5);
  }

  @Test
  void saysThatACallIsTooFast() throws Throwable {
    SizedTimes times = times(0.1, 10, 100);

    assertThat(times.tooFast()).isTrue();
    assertThat(times.nanosPerCall().get(0)).isEqualTo(1);
  }
}
