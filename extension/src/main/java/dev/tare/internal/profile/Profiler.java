package dev.tare.internal.profile;

import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds in which methods a body spends its time, by calling it repeatedly. */
public interface Profiler {

  /** Returns why this JVM cannot make a profile; empty if it can. */
  Optional<String> obstacle();

  /**
   * Calls the body repeatedly and returns the methods in which the calling thread was sampled.
   *
   * @throws Throwable exception of the body
   */
  HotSpots profile(ProfiledCalls calls) throws Throwable;

  /**
   * Returns a measurement with the lines in which the calls spend their time, or with the reason
   * why there are none. The verdict does not depend on it.
   *
   * @param amount the amount that is divided among the lines
   * @param notes notes on how the profiled calls differ from the judged ones
   */
  default Observed explain(
      Observed observed, Quantity amount, ProfiledCalls calls, List<Remark> notes) {
    Optional<String> obstacle = obstacle();
    if (obstacle.isPresent()) {
      return unexplained(observed, obstacle.get());
    }
    String preparation = calls.isPrepared() ? "what prepares the calls is left out" : "";
    try {
      HotSpots spots = profile(calls);
      if (!spots.suffice()) {
        return unexplained(
            observed,
            "too few samples, the thread was found in Java code only %s%s"
                .formatted(
                    Count.withNoun(spots.count(), "time", "times"),
                    calls.isPrepared() ? ", " + preparation + "; let the body do more" : ""));
      }
      List<Remark> all = new ArrayList<>();
      all.add(
          Remark.of(
              "sample-count",
              "the count is of samples, one each 10 ms%s, in a run of its own"
                  .formatted(spots.waits().isEmpty() ? "" : " of work or waiting")));
      all.addAll(notes);
      if (calls.isPrepared()) {
        all.add(Remark.of("preparation-left-out", preparation));
      }
      if (calls.bytes() != ProfiledCalls.UNKNOWN) {
        all.add(
            Remark.of(
                "bytes-per-call", "a call allocates {bytes:both}", new DataSize(calls.bytes())));
      }
      return observed.withBreakdown(spots.breakdown(amount, all));
    } catch (Throwable thrown) {
      return unexplained(observed, "the calls that should explain it threw " + thrown);
    }
  }

  private static Observed unexplained(Observed observed, String reason) {
    return observed.alsoDistorted(Remark.of("no-profile", "no profile: {reason}", reason));
  }
}
