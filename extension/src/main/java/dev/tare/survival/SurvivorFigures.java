package dev.tare.survival;

import dev.tare.heap.RootPath;
import dev.tare.internal.allocation.CountedClasses.Membership;
import dev.tare.internal.allocation.JvmLayout;
import dev.tare.internal.survival.ClassTotal;
import dev.tare.internal.survival.HeldSurvivors;
import dev.tare.internal.survival.SurvivingGrowth;
import dev.tare.model.Breakdown;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Count;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Measurement of what a call left behind.
 *
 * @param meter the figure and its unit
 * @param counts decides by the name of a class whether its objects count
 */
record SurvivorFigures(
    SurvivorMeter meter, SurvivingGrowth growth, Function<String, Membership> counts) {

  /** Returns the measurement; doubtful if only classes that may not count exceed the limit. */
  Measurement judged(Budget budget) {
    Observed all = observed();
    if (budget.judge(all).outcome() != Outcome.EXCEEDED) {
      return all;
    }
    Observed certain = all.withInterval(certain(), all.upper());
    if (budget.judge(certain).outcome() == Outcome.EXCEEDED) {
      return all;
    }
    Breakdown breakdown =
        new Breakdown(
            all.value(),
            rows(null),
            List.of(
                Remark.of(Remark.HELD_BY, "unknown: not searched, since the figure is in doubt")));
    return new Doubtful(meter.figure(), doubt(), certain.withBreakdown(breakdown));
  }

  /** Returns the reason why not all classes count. */
  private String doubt() {
    for (String name : growth.least().keySet()) {
      if (isUnknown(name)) {
        return "whether objects of %s count is not known, since no class loader finds it by name; limit all objects: leave out type"
            .formatted(name);
      }
    }
    return growth.doubt();
  }

  private boolean isUnknown(String name) {
    return counts.apply(name) == Membership.UNKNOWN;
  }

  /** Returns what only the calls can have left behind, of the classes that certainly count. */
  private Quantity certain() {
    return perCall(
        growth.certain().entrySet().stream()
            .filter(entry -> !isUnknown(entry.getKey()))
            .mapToLong(entry -> meter.amount().applyAsLong(entry.getValue()))
            .sum());
  }

  private Observed observed() {
    Quantity value = perCall(meter.amount().applyAsLong(growth.total()));
    Quantity largest =
        growth.rounds().stream()
            .map(round -> perCall(meter.amount().applyAsLong(round)))
            .max(Quantity::compare)
            .orElse(value);
    Sampling sampling =
        new Sampling(
            "minimum",
            growth.rounds().size(),
            meter.plan().warmups(),
            value,
            largest.compare(value) < 0 ? value : largest,
            null);
    return Observed.exact(meter.figure(), value, sampling, counted())
        .withBreakdown(new Breakdown(value, rows(null), List.of()));
  }

  private List<String> counted() {
    return List.of(
        "growth of the live objects in "
            + Count.withNoun(growth.rounds().size(), "round", "rounds")
            + " of "
            + Count.withNoun(growth.calls(), "call", "calls"),
        SurvivalFigures.collections(growth.collections(), growth.time()),
        JvmLayout.phrase());
  }

  /**
   * Returns the measurement with what holds the objects.
   *
   * @param testClasses the classes of the test instances, which may hold them
   */
  Observed explained(Observed observed, HeldSurvivors held, List<Class<?>> testClasses) {
    List<Remark> notes = new ArrayList<>();
    RootPath path = held.path();
    if (path != null) {
      notes.addAll(PathRemarks.of(path));
      new HeldByTest(path, testClasses).note(this::isLeft).ifPresent(notes::add);
    } else if (growth.total().objects() > 0) {
      notes.add(PathRemarks.none(false));
    }
    if (held.unrecorded() != null) {
      notes.add(
          Remark.of(
              "no-lines",
              "the lines that created them are not known: {reason}",
              held.unrecorded()));
    }
    return observed.withBreakdown(new Breakdown(observed.value(), rows(held), notes));
  }

  private boolean isLeft(Class<?> type) {
    return growth.least().containsKey(ClassTotal.name(type.getName()));
  }

  /** Returns the measurement with the reason why it is not known what holds the objects. */
  Observed unexplained(Observed observed, String reason) {
    return observed.withBreakdown(
        new Breakdown(
            observed.value(),
            rows(null),
            List.of(Remark.of(Remark.HELD_BY, "unknown, since not searched: {reason}", reason))));
  }

  /**
   * Returns the rows: for each class the groups of its objects, as far as they are within its
   * growth, and the rest. Rounded so that the rows add up to the figure.
   *
   * @param held null if the groups were not searched
   */
  private List<Breakdown.Row> rows(@Nullable HeldSurvivors held) {
    List<HeldSurvivors.Group> parts = new ArrayList<>();
    growth.least().forEach((type, total) -> addParts(type, total, held, parts));
    List<Breakdown.Row> rows = new ArrayList<>();
    long sum = 0;
    for (HeldSurvivors.Group part : parts) {
      long before = roundedUp(sum);
      sum += meter.amount().applyAsLong(part.total());
      if (roundedUp(sum) > before) {
        rows.add(
            new Breakdown.Row(
                meter.quantity().apply(roundedUp(sum) - before),
                roundedUp(part.total().objects()),
                part.type(),
                held == null ? part.where() : held.place(part)));
      }
    }
    return rows;
  }

  private static void addParts(
      String type,
      ClassTotal total,
      @Nullable HeldSurvivors held,
      List<HeldSurvivors.Group> parts) {
    List<HeldSurvivors.Group> others = new ArrayList<>();
    ClassTotal rest = total;
    for (HeldSurvivors.Group group :
        held == null ? List.<HeldSurvivors.Group>of() : held.groups()) {
      ClassTotal one = group.total();
      if (!group.type().equals(type)) {
        continue;
      }
      if (one.objects() <= rest.objects() && one.bytes() <= rest.bytes()) {
        parts.add(group);
        rest = rest.without(one);
      } else {
        others.add(group);
      }
    }
    if (rest.objects() > 0 || rest.bytes() > 0) {
      String where =
          held == null ? "" : rest.equals(total) ? "no path from a visible root" : "other paths";
      if (rest.objects() == 0) {
        where = larger(type, held == null ? List.of() : others.stream().map(held::place).toList());
      }
      parts.add(new HeldSurvivors.Group(type, "", where, false, rest));
    }
  }

  /**
   * Returns the place of objects that are larger, but not more, than before.
   *
   * @param places those of new objects of the class
   */
  private static String larger(String type, List<String> places) {
    if (!type.endsWith("]")) {
      return "larger objects took the place of others";
    }
    return places.isEmpty() ? "an array grew" : "an array grew: " + places.get(0);
  }

  private Quantity perCall(long amount) {
    return meter.quantity().apply(roundedUp(amount));
  }

  private long roundedUp(long amount) {
    return -Math.floorDiv(-amount, growth.calls());
  }
}
