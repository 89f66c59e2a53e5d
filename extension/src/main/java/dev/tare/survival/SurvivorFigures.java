package dev.tare.survival;

import dev.tare.heap.RootPath;
import dev.tare.internal.agent.UnsteadyBytes;
import dev.tare.internal.allocation.CountedClasses.Membership;
import dev.tare.internal.allocation.JvmLayout;
import dev.tare.internal.survival.ClassTotal;
import dev.tare.internal.survival.HeldSurvivors;
import dev.tare.internal.survival.PathRemarks;
import dev.tare.internal.survival.SurvivingGrowth;
import dev.tare.model.Breakdown;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Count;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Creates the measurement of {@link Survivors} from the growth of the live objects.
 *
 * @param metric the figure and its unit
 * @param membership decides by the name of a class whether its objects count
 */
record SurvivorFigures(
    Survivors metric, SurvivingGrowth growth, Function<String, Membership> membership) {

  /** Leaves objects that may not count out of the figure; they only raise its upper bound. */
  SurvivorFigures {
    growth = growth.withPossible(name -> membership.apply(name) == Membership.UNKNOWN);
  }

  /** Returns the measurement; doubtful if only growth that may not count decides. */
  Observed judged(Budget budget) {
    Observed observed = observed();
    Observed certain =
        observed.withInterval(
            perCall(metric.amount().applyAsLong(growth.certainTotal())), observed.upper());
    return budget.judge(certain).outcome() == Outcome.INCONCLUSIVE
        ? certain.withDoubt(doubt())
        : observed;
  }

  /** Returns the reason why a part of the growth may not count. */
  private String doubt() {
    for (String name : growth.classes().keySet()) {
      if (mayNotCount(name)) {
        return "whether objects of %s count is not known, since no class loader finds it by name; limit all objects: leave out type"
            .formatted(name);
      }
    }
    return growth.doubt();
  }

  private boolean mayNotCount(String name) {
    return membership.apply(name) == Membership.UNKNOWN;
  }

  private Observed observed() {
    Quantity value = perCall(metric.amount().applyAsLong(growth.total()));
    List<Quantity> readings =
        Stream.concat(
                growth.rounds().stream().map(round -> perCall(metric.amount().applyAsLong(round))),
                Stream.of(value))
            .sorted(Quantity::compare)
            .toList();
    Quantity smallest = readings.get(0);
    Sampling sampling =
        new Sampling(
            smallest.compare(value) < 0 ? "majority" : "minimum",
            growth.rounds().size(),
            metric.plan().warmups(),
            smallest,
            readings.get(readings.size() - 1),
            null);
    return Observed.exact(metric.figure(), value, sampling, phrases())
        .withInterval(value, perCall(metric.amount().applyAsLong(growth.mostTotal())))
        .withBreakdown(new Breakdown(value, rows(null), List.of()));
  }

  private List<String> phrases() {
    return List.of(
        "growth of the live objects in "
            + Count.withNoun(growth.rounds().size(), "round", "rounds")
            + " of "
            + Count.withNoun(growth.calls(), "call", "calls"),
        CollectionFigures.collections(growth.collections(), growth.time()),
        JvmLayout.phrase());
  }

  /**
   * Returns the measurement with what holds the objects; doubtful if only objects that the JVM may
   * have created decide.
   */
  Measurement explained(Budget budget, HeldSurvivors held) {
    Breakdown breakdown = breakdown(held);
    SurvivorFigures attributed =
        new SurvivorFigures(metric, growth.doubting(held::mayBeOfTheJvm), membership);
    return attributed.judged(budget).withBreakdown(breakdown);
  }

  private Breakdown breakdown(HeldSurvivors held) {
    List<Remark> notes = new ArrayList<>();
    RootPath path = held.path();
    if (path != null) {
      notes.addAll(PathRemarks.of(path));
    } else if (growth.total().objects() > 0 && held.groups().isEmpty()) {
      notes.add(PathRemarks.noPath());
    }
    if (held.unrecorded() != null) {
      notes.add(
          Remark.of(
              "no-lines",
              "the lines that created them are not known: {reason}",
              held.unrecorded()));
    }
    return new Breakdown(observed().value(), rows(held), notes);
  }

  /** Returns the measurement with the reason why it is not known what holds the objects. */
  Observed unexplained(Observed observed, String reason) {
    return observed.withBreakdown(
        new Breakdown(
            observed.value(),
            rows(null),
            List.of(Remark.of(Remark.HELD_BY, "unknown, since not searched: {reason}", reason))));
  }

  /** Objects of one class that have one row. */
  private record RowPart(String type, String where, ClassTotal total) {}

  /**
   * Returns the rows of the breakdown. Each class has a row for each group of its objects, as long
   * as the groups do not exceed its growth, and a row for the rest. Amounts are rounded so that the
   * rows add up to the figure.
   *
   * @param held the groups; null if they were not searched
   */
  private List<Breakdown.Row> rows(@Nullable HeldSurvivors held) {
    List<RowPart> parts = new ArrayList<>();
    growth.classes().forEach((type, grown) -> addParts(type, grown.value(), held, parts));
    List<Breakdown.Row> rows = new ArrayList<>();
    long sum = 0;
    for (RowPart part : parts) {
      long before = roundedUp(sum);
      sum += metric.amount().applyAsLong(part.total);
      if (roundedUp(sum) > before) {
        rows.add(
            new Breakdown.Row(
                metric.quantity().apply(roundedUp(sum) - before),
                roundedUp(part.total.objects()),
                part.type,
                part.where,
                UnsteadyBytes.reason(part.type)));
      }
    }
    return rows;
  }

  private static void addParts(
      String type, ClassTotal total, @Nullable HeldSurvivors held, List<RowPart> parts) {
    String larger = type.endsWith("]") ? "an array grew" : "objects were replaced by larger ones";
    String unlisted = held == null ? "" : "no path from a visible root";
    ClassTotal rest = total;
    for (HeldSurvivors.Group group :
        held == null ? List.<HeldSurvivors.Group>of() : held.groups()) {
      if (held == null || !group.type().equals(type)) {
        continue;
      }
      unlisted = "other paths";
      ClassTotal part = group.total();
      boolean fits = part.objects() <= rest.objects() && part.bytes() <= rest.bytes();
      if (held.mayBeOfTheJvm(group)) {
        continue;
      }
      if (fits || (!group.line().isEmpty() && rest.objects() > 0)) {
        part = fits ? part : rest;
        parts.add(new RowPart(type, held.location(group), part));
        rest = rest.without(part);
      } else if (larger.endsWith("grew")) {
        larger += ": " + held.location(group);
      }
    }
    if (!rest.isZero()) {
      parts.add(new RowPart(type, rest.objects() > 0 ? unlisted : larger, rest));
    }
  }

  private Quantity perCall(long amount) {
    return metric.quantity().apply(roundedUp(amount));
  }

  private long roundedUp(long amount) {
    return -Math.floorDiv(-amount, growth.calls());
  }
}
