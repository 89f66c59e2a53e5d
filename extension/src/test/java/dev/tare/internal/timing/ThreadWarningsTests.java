package dev.tare.internal.timing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.timing.call.BenchmarkCase;
import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.call.Statistic;
import dev.tare.internal.timing.estimate.TimeFigures;
import dev.tare.internal.timing.stage.TimeCaps;
import dev.tare.model.Budget;
import dev.tare.model.Measurement.Observed;
import dev.tare.testing.SameOnEveryJdk;
import dev.tare.unit.Elapsed;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Warnings about many threads, whose calls take simulated time on this machine's processors. */
@Isolated("its threads wait for each other on all processors")
@SameOnEveryJdk
class ThreadWarningsTests {

  private static final TimeCaps CAPS =
      new TimeCaps(Elapsed.parse("100 ms"), Elapsed.parse("100 ms"));

  private final SimulatedClock clock = new SharedClock();

  /** A clock that many threads read and advance. */
  private static final class SharedClock extends SimulatedClock {

    @Override
    public synchronized void advance(double nanos, double cpuShare) {
      super.advance(nanos, cpuShare);
    }

    @Override
    public synchronized long wallNanos() {
      return super.wallNanos();
    }

    @Override
    public synchronized long threadCpuNanos() {
      return super.threadCpuNanos();
    }
  }

  private Observed measured(int threads) throws Throwable {
    SamplingPlan plan = new SamplingPlan(Statistic.ROBUST, 1, threads, true);
    BenchmarkCase benchmarkCase = new BenchmarkCase("get()", new SimulatedBody(clock, 10_000, 3));
    return (Observed)
        new Benchmark(clock, CAPS, plan)
            .measure(benchmarkCase, null, List.of(Budget.unlimited(TimeFigures.TIME_PER_CALL)))
            .get(0);
  }

  @Test
  void starvationOfSeveralThreadsIsNotReported() throws Throwable {
    assertThat(measured(2).counted())
        .filteredOn(phrase -> phrase.startsWith("during sampling: "))
        .singleElement()
        .asString()
        .startsWith("during sampling: the JIT compiled for ");
  }
}
