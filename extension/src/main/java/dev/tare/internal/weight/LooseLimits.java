package dev.tare.internal.weight;

import dev.tare.model.Measurement.Observed;
import dev.tare.model.Report;
import dev.tare.model.Verdict;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apiguardian.api.API;

/** Limits that are far larger than the figures that they limit. */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class LooseLimits {

  /** Ratio of limit and figure from which a limit is loose. */
  private static final double LOOSE_RATIO = 4;

  /** Difference of limit and figure from which a limit is loose, in bytes. */
  private static final long LOOSE_BYTES = 1024;

  /** Difference of limit and figure from which a limit is loose, in objects or calls. */
  private static final long LOOSE_COUNT = 10;

  private final Map<String, LooseLimit> limits = new TreeMap<>();

  /**
   * A limit and the largest figure that all invocations of its test had.
   *
   * @param isLoose whether the limit is loose for all of them
   */
  record LooseLimit(
      Report.TestId test, String figure, Quantity limit, Quantity largest, boolean isLoose) {

    /** Returns the figure as an annotation limits it. */
    String tighter() {
      return largest.asBudget();
    }

    /** Returns the line of a list. */
    String line() {
      return "%s %s: limit %s, measured %s"
          .formatted(
              new Report.TestId(test.className(), test.method(), "").shortName(),
              figure,
              limit.exact(),
              largest.exact());
    }
  }

  /** Finds the loose limits in the reports of a run. */
  public LooseLimits(Collection<Report> reports) {
    for (Report report : reports) {
      for (Verdict verdict : report.verdicts()) {
        add(report.test(), verdict);
      }
    }
    limits.values().removeIf(limit -> !limit.isLoose());
  }

  private void add(Report.TestId test, Verdict verdict) {
    Quantity limit = verdict.budget().limit();
    Observed observed = verdict.observed().orElse(null);
    if (verdict.budget().source() != null
        || observed == null
        || !(limit instanceof DataSize || limit instanceof Count)) {
      return;
    }
    String figure = verdict.budget().figure().noun();
    Quantity largest = observed.upper();
    boolean isLoose = verdict.outcome() == Outcome.WITHIN && isLoose(limit, largest);
    limits.merge(
        test.className() + "." + test.method() + " " + figure,
        new LooseLimit(test, figure, limit, largest, isLoose),
        LooseLimits::both);
  }

  private static LooseLimit both(LooseLimit one, LooseLimit other) {
    return new LooseLimit(
        one.test(),
        one.figure(),
        one.limit(),
        one.largest().compare(other.largest()) < 0 ? other.largest() : one.largest(),
        one.isLoose() && other.isLoose());
  }

  private static boolean isLoose(Quantity limit, Quantity figure) {
    double difference = limit.amount() - figure.amount();
    return limit.amount() >= LOOSE_RATIO * figure.amount()
        && difference >= (limit instanceof DataSize ? LOOSE_BYTES : LOOSE_COUNT);
  }

  /** Returns the loose limits by test. */
  Collection<LooseLimit> limits() {
    return limits.values();
  }

  /**
   * Returns sentences for the end of a run: the number of loose limits, or each of them.
   *
   * @param each whether each limit has a line
   * @param key the configuration key that lists them
   */
  public List<String> sentences(boolean each, String key) {
    if (limits.isEmpty()) {
      return List.of();
    }
    String count = Count.withNoun(limits.size(), "limit is", "limits are");
    if (!each) {
      return List.of(
          "%s more than four times what was measured; -D%s lists tighter ones as a patch"
              .formatted(count, key));
    }
    List<String> lines = new ArrayList<>();
    lines.add(count + " more than four times what was measured:");
    limits.values().forEach(limit -> lines.add("  " + limit.line()));
    return lines;
  }
}
