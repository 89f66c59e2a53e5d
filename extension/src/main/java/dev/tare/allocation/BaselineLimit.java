package dev.tare.allocation;

import static dev.tare.internal.launch.Attributes.require;

import dev.tare.extension.Subject;
import dev.tare.extension.Unset;
import dev.tare.internal.jupiter.BaselineRules;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.unit.Quantity;
import dev.tare.unit.Ratio;
import java.util.List;
import java.util.function.Supplier;

/**
 * The attributes of an annotation that limit a figure relative to that of another method.
 *
 * @param baseline the name of the method; empty if there is none
 * @param maxRatio the largest ratio, or {@link Unset#NUMBER}
 * @param plus the largest difference with the name of its attribute; empty if it is not set
 * @param hasValue whether there is a limit of the test alone
 */
record BaselineLimit(String baseline, double maxRatio, String plus, boolean hasValue) {

  /**
   * Returns whether there is a baseline.
   *
   * @throws IllegalArgumentException if the ratio is out of range, or another attribute needs a
   *     baseline
   */
  boolean isSet() {
    BaselineRules.checkRatio(maxRatio, baseline);
    if (!plus.isEmpty()) {
      BaselineRules.checkNamed(baseline, plus);
    }
    return !baseline.isEmpty();
  }

  /**
   * Returns the budget of the ratio or of the difference; none if the annotation of a class does
   * not apply to the test, because that is the baseline or dynamic.
   *
   * @param figure the figure of one method
   * @param difference parses the largest difference
   * @throws IllegalArgumentException if there is not exactly one limit, or no such baseline
   */
  List<Budget> budgets(Figure figure, Supplier<Quantity> difference, Subject.Site site) {
    boolean isRatio = maxRatio != Unset.NUMBER;
    String named = "baseline = \"" + baseline + '"';
    require(
        !hasValue && isRatio == plus.isEmpty(),
        named,
        "use maxRatio for a ratio or plus for a difference, only one of them and no value",
        named + ", maxRatio = 0.5");
    BaselineRules rules = new BaselineRules(site);
    if (rules.isIncomparable(baseline)) {
      return List.of();
    }
    rules.check(baseline, "their allocation without a baseline");
    String noun =
        "%s %s %s()".formatted(figure.noun(), isRatio ? "relative to" : "beyond", baseline);
    return List.of(
        Budget.atMost(
            new Figure(figure.id() + (isRatio ? "-ratio" : "-difference"), noun, true),
            isRatio ? new Ratio(maxRatio) : difference.get()));
  }
}
