package dev.tare.model;

import dev.tare.model.Measurement.Observed;
import java.util.Optional;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** The result of comparing one measurement with its budget. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public sealed interface Verdict {

  /** The four possible outcomes, the gravest first. */
  enum Outcome {
    /** The figure is larger than its budget: the test fails. */
    EXCEEDED,
    /** The figure could not be measured: the test fails, unless the suite aborts it. */
    UNMEASURED,
    /** The measurement does not decide: the test is aborted, unless the suite fails it. */
    INCONCLUSIVE,
    /** The figure is at most its budget. */
    WITHIN
  }

  /** Returns the outcome. */
  Outcome outcome();

  /** Returns the budget. */
  Budget budget();

  /** Returns the measured number, if there is one. */
  Optional<Observed> observed();

  /** The figure is at most its limit, or has no limit. */
  record Within(Budget budget, Observed measurement) implements Verdict {
    @Override
    public Outcome outcome() {
      return Outcome.WITHIN;
    }

    @Override
    public Optional<Observed> observed() {
      return Optional.of(measurement);
    }
  }

  /** The figure is larger than its limit. */
  record Exceeded(Budget budget, Observed measurement) implements Verdict {
    @Override
    public Outcome outcome() {
      return Outcome.EXCEEDED;
    }

    @Override
    public Optional<Observed> observed() {
      return Optional.of(measurement);
    }
  }

  /** The measurement shows neither that the figure is within its limit nor that it exceeds it. */
  record Inconclusive(Budget budget, String reason, @Nullable Observed measurement)
      implements Verdict {
    @Override
    public Outcome outcome() {
      return Outcome.INCONCLUSIVE;
    }

    @Override
    public Optional<Observed> observed() {
      return Optional.ofNullable(measurement);
    }
  }

  /** The figure could not be measured; the remedy is the one line to add or change. */
  record Unmeasured(Budget budget, String reason, String remedy) implements Verdict {
    @Override
    public Outcome outcome() {
      return Outcome.UNMEASURED;
    }

    @Override
    public Optional<Observed> observed() {
      return Optional.empty();
    }
  }
}
