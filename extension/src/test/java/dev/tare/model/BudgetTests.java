package dev.tare.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tare.Reasons;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.DataSize;
import dev.tare.unit.Elapsed;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BudgetTests {

  private static final Figure BYTES = new Figure("allocated-bytes", "allocated bytes", true);
  private static final Figure TIME = new Figure("time-per-call", "time per call", false);

  @Nested
  class ExactFigures {

    @ParameterizedTest
    @CsvSource({
      "0, 0, WITHIN",
      "1, 0, EXCEEDED",
      "0, 1, WITHIN",
      "1015, 1016, WITHIN",
      "1016, 1016, WITHIN",
      "1017, 1016, EXCEEDED",
      "9223372036854775807, 9223372036854775806, EXCEEDED",
      "9223372036854775806, 9223372036854775807, WITHIN",
    })
    void exactFigurePassesUpToTheLimit(long bytes, long limit, Outcome outcome) {
      Observed observed = bytes(bytes);
      Budget budget = Budget.atMost(BYTES, new DataSize(limit));
      Verdict verdict = budget.judge(observed);
      assertThat(verdict.outcome()).isEqualTo(outcome);
      assertThat(verdict.budget()).isSameAs(budget);
      assertThat(verdict.observed()).containsSame(observed);
    }

    @Test
    void exactFigurePassesWithoutALimit() {
      Verdict verdict = Budget.unlimited(BYTES).judge(bytes(Long.MAX_VALUE));
      assertThat(verdict).isInstanceOf(Verdict.Within.class);
    }
  }

  @Nested
  class Intervals {

    @ParameterizedTest
    @CsvSource({
      "90, 95, 99, WITHIN",
      "90, 95, 100, WITHIN",
      "90, 95, 100.1, INCONCLUSIVE",
      "99.9, 100, 100.1, INCONCLUSIVE",
      "100, 105, 110, INCONCLUSIVE",
      "100.1, 105, 110, EXCEEDED",
      "100, 100, 100, WITHIN",
      "100.1, 100.1, 100.1, EXCEEDED",
    })
    void intervalExceedsOnlyIfAllOfItIsAboveTheLimit(
        double lower, double value, double upper, Outcome outcome) {
      Budget budget = Budget.atMost(TIME, new Elapsed(100));
      assertThat(budget.judge(time(lower, value, upper)).outcome()).isEqualTo(outcome);
    }

    @Test
    void inconclusiveIntervalHasAReason() {
      Observed observed = time(90, 105, 110);
      Verdict verdict = Budget.atMost(TIME, new Elapsed(100)).judge(observed);
      assertThat(Reasons.ofInconclusive(verdict))
          .isEqualTo("the interval 90 ns to 110 ns includes the limit 100 ns");
      assertThat(verdict.observed()).containsSame(observed);
    }

    @Test
    void intervalPassesWithoutALimit() {
      assertThat(Budget.unlimited(TIME).judge(time(1, 2, 3)).outcome()).isEqualTo(Outcome.WITHIN);
    }
  }

  @Nested
  class UnjudgedMeasurements {

    @Test
    void missingNumberIsUnmeasuredForAnyLimit() {
      Missing missing = new Missing(BYTES, "no counter", "add -x");
      assertThat(Budget.atMost(BYTES, new DataSize(1)).judge(missing))
          .isEqualTo(
              new Verdict.Unmeasured(
                  Budget.atMost(BYTES, new DataSize(1)), "no counter", "add -x"));
      assertThat(Budget.unlimited(BYTES).judge(missing).outcome()).isEqualTo(Outcome.UNMEASURED);
      assertThat(Budget.unlimited(BYTES).judge(missing).observed()).isEmpty();
    }

    @Test
    void doubtfulNumberBelowTheLimitIsInconclusive() {
      Observed doubtful = bytes(1).inDoubt("a debugger is attached");
      Verdict verdict = Budget.atMost(BYTES, new DataSize(1)).judge(doubtful);
      assertThat(Reasons.ofInconclusive(verdict)).isEqualTo("a debugger is attached");
      assertThat(verdict.observed()).contains(doubtful);
    }

    @Test
    void numberWithoutAnUpperEndExceedsTheLimitThatItIsAbove() {
      Observed least = bytes(2).atLeast("a thread was not seen");
      assertThat(Budget.atMost(BYTES, new DataSize(1)).judge(least).outcome())
          .isEqualTo(Outcome.EXCEEDED);
      Verdict open = Budget.atMost(BYTES, new DataSize(1_000)).judge(least);
      assertThat(Reasons.ofInconclusive(open)).isEqualTo("a thread was not seen");
    }

    @Test
    void doubtfulMeasurementWithoutANumberIsInconclusive() {
      Verdict verdict =
          Budget.unlimited(BYTES)
              .judge(Observed.unknown(BYTES, new DataSize(0), "a debugger is attached"));
      assertThat(verdict.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
      assertThat(verdict.observed()).isEmpty();
    }
  }

  @Test
  void measurementOfAnotherFigureIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Budget.atMost(BYTES, new DataSize(1)).judge(time(1, 1, 1)))
        .withMessage("a budget of allocated-bytes cannot judge time-per-call");
  }

  @Test
  void quantityOfAnotherKindIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Budget.atMost(BYTES, new Elapsed(1)).from("a lock").judge(bytes(1)))
        .withMessage(
            "allocated bytes: 1 B cannot be compared with the limit 1 ns of a lock; restore the limit");
  }

  private static Observed bytes(long bytes) {
    DataSize size = new DataSize(bytes);
    return Observed.exact(BYTES, size, Sampling.single(size), List.of());
  }

  private static Observed time(double lower, double value, double upper) {
    return new Observed(
        TIME,
        new Elapsed(value),
        new Elapsed(lower),
        new Elapsed(upper),
        Sampling.single(new Elapsed(value)),
        List.of(),
        List.of(),
        null);
  }
}
