package dev.tare.internal.weight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Report;
import dev.tare.model.Report.TestId;
import dev.tare.model.Sampling;
import dev.tare.unit.DataSize;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UndecidedPromisesTests {

  private static final Figure BYTES = new Figure("surviving-bytes", "surviving bytes", true);

  private static TestId test(String invocation) {
    return new TestId("com.acme.CacheTests", "lookup", invocation);
  }

  private static Observed between(long lower, long upper) {
    DataSize value = new DataSize(lower);
    return Observed.exact(BYTES, value, Sampling.single(value), List.of())
        .withInterval(value, new DataSize(upper));
  }

  private static Report report(String invocation, Measurement measurement) {
    Budget budget = Budget.atMost(BYTES, new DataSize(100));
    return new Report(test(invocation), List.of(budget.judge(measurement)));
  }

  private static List<String> listed(Report... reports) {
    return new UndecidedPromises(List.of(reports), Map.of()).sentences(true, "tare.tighten");
  }

  @Test
  void largestUpperEndWouldHold() {
    assertThat(
            listed(
                report("[1]", between(90, 120)),
                report("[2]", between(80, 150)),
                report("[3]", between(95, 101))))
        .containsExactly(
            "1 limit was inconclusive in each invocation:",
            "  CacheTests.lookup() surviving bytes: limit 150 B would hold");
  }

  @Test
  void otherDoubtsHaveTheirReason() {
    assertThat(
            listed(
                report("[1]", between(90, 120)),
                report("[2]", new Doubtful(BYTES, "other tests run", between(90, 120)))))
        .element(1)
        .isEqualTo("  CacheTests.lookup() surviving bytes: other tests run");
  }

  @Test
  void decidedInvocationIsEnough() {
    assertThat(listed(report("[1]", between(90, 120)), report("[2]", between(80, 90)))).isEmpty();
  }

  @Test
  void testsThatDidNotRunAreListed() {
    UndecidedPromises undecided =
        new UndecidedPromises(
            List.of(report("[1]", between(80, 90))),
            Map.of(
                test(""),
                "aborted: has a verdict",
                new TestId("com.acme.CacheTests", "fills", ""),
                "skipped:\nfor now"));

    assertThat(undecided.sentences(true, "tare.tighten"))
        .containsExactly(
            "1 test with a limit did not run:", "  CacheTests.fills(): skipped: for now");
    assertThat(undecided.sentences(false, "tare.tighten"))
        .containsExactly("1 test with a limit did not run; -Dtare.tighten lists why");
  }
}
