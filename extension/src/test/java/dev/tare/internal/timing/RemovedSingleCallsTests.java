package dev.tare.internal.timing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.Reasons;
import dev.tare.internal.timing.sample.BenchmarkCase;
import dev.tare.internal.timing.sample.SamplingPlan;
import dev.tare.internal.timing.sample.SamplingPlans;
import dev.tare.internal.timing.sample.Statistic;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Verdict.Outcome;
import dev.tare.testing.SameOnEveryJdk;
import dev.tare.unit.Elapsed;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Work that the JIT removes from calls that are timed one by one, on a simulated clock. */
@SameOnEveryJdk
class RemovedSingleCallsTests extends SimulatedBenchmarks {

  private static final Budget MAX = max("1 us");

  private static final Elapsed BRIEF = Elapsed.parse("200 ms");

  private SimulatedBody body(double nanos, boolean returnsValue) {
    return body(nanos).withResult(returnsValue);
  }

  private Measurement percentile(SimulatedBody body, Budget budget) throws Throwable {
    SamplingPlan plan = new SamplingPlan(Statistic.parse("p90"), 1, true, BRIEF, BRIEF);
    return measure(plan, body, null, budget);
  }

  private Observed prepared(SimulatedBody body) throws Throwable {
    BenchmarkCase benchmarkCase =
        new BenchmarkCase("get()", body, List.of(new SimulatedBody(clock, 500, 1)));
    SamplingPlan plan = new SamplingPlan(Statistic.ROBUST, 1, true, BRIEF, BRIEF);
    return (Observed) measureAll(plan, benchmarkCase, null, MAX).get(0);
  }

  @Test
  void percentileOfAnEmptyBodyIsUnmeasuredIfItsBoundIsAboveTheLimit() throws Throwable {
    assertThat(percentile(body(0.1, false), max("42 ns")))
        .isEqualTo(
            new Missing(
                TimeFigures.TIME_PER_CALL,
                "get() takes less than 1 ns in a loop and returns nothing, so the JIT may have"
                    + " removed its work",
                "return what the body computes, from input that changes or is a field that is not"
                    + " final"));
  }

  @Test
  void percentileOfAnEmptyBodyHasAnUpperBound() throws Throwable {
    Observed observed = (Observed) percentile(body(0.1, false), MAX);

    assertThat(MAX.judge(observed).outcome()).isEqualTo(Outcome.WITHIN);
    assertThat(observed.otherWork().orElseThrow().id()).isEqualTo(Remark.BOUND);
  }

  @Test
  void firstCallHereIsNoBoundIfTheMethodWasTimedBefore() throws Throwable {
    BenchmarkCase empty = new BenchmarkCase("get()", body(0.1, false));

    assertThat(
            new Benchmark(clock, SamplingPlans.STANDARD, () -> {}, false)
                .measure(empty, null, List.of(MAX)))
        .singleElement()
        .isInstanceOf(Missing.class);
    assertThat(measureAll(SamplingPlans.STANDARD, empty, null, MAX))
        .singleElement()
        .isInstanceOf(Observed.class);
  }

  @Test
  void percentileOfAShortBodyIsMeasured() throws Throwable {
    assertThat(percentile(body(2, false), MAX)).matches(Reasons::hasNoDoubt);
    assertThat(percentile(body(0.1, true), MAX)).matches(Reasons::hasNoDoubt);
  }

  @Test
  void possiblyRemovedWorkOfALoopIsReported() throws Throwable {
    assertThat(idOfOtherWork(body(5, false))).hasValue(Remark.DEAD_CODE_POSSIBLE);
    assertThat(idOfOtherWork(body(5, true))).isEmpty();
    assertThat(idOfOtherWork(body(20, false))).isEmpty();
  }

  private Optional<String> idOfOtherWork(SimulatedBody body) throws Throwable {
    return ((Observed) measure(body, null, MAX)).otherWork().map(Remark::id);
  }

  @Test
  void possiblyRemovedWorkOfPreparedCallsIsReported() throws Throwable {
    String told =
        "get() takes hardly any time and returns nothing, so the JIT may have removed its work;"
            + " return something, or let each call do more";

    assertThat(prepared(body(0.1, false)).distortions()).extracting(Remark::text).contains(told);
    assertThat(prepared(body(12, false)).distortions())
        .extracting(Remark::text)
        .doesNotContain(told);
    assertThat(prepared(body(0.1, true)).distortions())
        .extracting(Remark::text)
        .doesNotContain(told);
  }
}
