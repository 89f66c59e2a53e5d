package dev.tare.growth;

import dev.tare.internal.stats.PowerLaw;
import dev.tare.internal.stats.StraightLine;
import dev.tare.model.Figure;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Sampling;
import dev.tare.unit.DataSize;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Power;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a call costs at each size.
 *
 * @param sizes increasing
 * @param costs in the base unit, one for each size
 */
record Points(List<Integer> sizes, List<Double> costs) {

  /** The facts of a benchmark against an absolute limit; five sizes have five compilations. */
  private static final double SYSTEMATIC = 0.05;

  // as for a benchmark
  private static final double FAILURE_ERROR = 0.01;
  private static final double PASS_ERROR = 0.05;

  /** Every object's size is a multiple of this in each layout of HotSpot. */
  private static final long ALIGNMENT = 8;

  /** Less than one object: what is nothing has no logarithm. */
  private static final double NEXT_TO_NOTHING = 1;

  /**
   * Nanoseconds as a figure that says how fast they grow.
   *
   * @param error the relative standard error of a time besides that of its compilation
   */
  Observed ofTime(Figure figure, double error, List<String> counted, List<String> distortions) {
    double systematic = Math.hypot(SYSTEMATIC, error);
    return ofPowerLaw(figure, systematic, new Elapsed(0), counted, distortions);
  }

  /** Bytes as a figure that says how fast they grow. */
  Observed ofBytes(Figure figure, List<String> counted) {
    long[] bytes = costs.stream().mapToLong(Double::longValue).toArray();
    long[] exact = sizes.stream().mapToLong(Integer::longValue).toArray();
    Optional<StraightLine> line = StraightLine.through(exact, bytes, ALIGNMENT);
    return line.isPresent() && line.get().amount() >= 0
        ? ofLine(figure, line.get(), counted)
        : ofPowerLaw(figure, 0, new DataSize(0), counted, List.of());
  }

  private Observed ofLine(Figure figure, StraightLine line, List<String> counted) {
    Power power = line.isConstant() ? Power.CONSTANT : new Power(1);
    List<String> phrases = new ArrayList<>();
    phrases.add(
        line.isConstant()
            ? "%s at every size".formatted(new DataSize(line.fixed()).exact())
            : String.format(
                Locale.ROOT,
                "fitted %s B x n %s %,d B%s",
                line.perElement(),
                line.fixed() < 0 ? "-" : "+",
                Math.abs(line.fixed()),
                Collections.max(line.residuals()) == 0
                    ? ", exactly"
                    : ", and less than 8 B by which objects are rounded up"));
    for (int i = 0; i < sizes.size(); i++) {
      long residual = line.residuals().get(i);
      phrases.add(point(i, new DataSize(costs.get(i).longValue())) + rest(residual));
    }
    phrases.addAll(counted);
    return Observed.exact(
        figure, power, new Sampling("straight line", sizes.size(), 0, power, power, null), phrases);
  }

  private static String rest(long residual) {
    return residual == 0 ? "" : " (fitted and %s B)".formatted(residual);
  }

  private Observed ofPowerLaw(
      Figure figure,
      double systematic,
      Quantity unit,
      List<String> counted,
      List<String> distortions) {
    PowerLaw law =
        PowerLaw.of(
            sizes.stream().mapToDouble(Integer::doubleValue).toArray(),
            costs.stream().mapToDouble(cost -> Math.max(cost, NEXT_TO_NOTHING)).toArray(),
            systematic,
            FAILURE_ERROR,
            PASS_ERROR);
    List<String> phrases = new ArrayList<>();
    phrases.add(
        String.format(
            Locale.ROOT,
            "fitted %.3g %s x n^%.2f",
            law.factor(),
            unit.unit(),
            law.exponent().estimate()));
    for (int i = 0; i < sizes.size(); i++) {
      Quantity fitted = unit.withAmount(law.at(sizes.get(i)));
      phrases.add(point(i, unit.withAmount(costs.get(i))) + " (fitted " + fitted.rounded() + ")");
    }
    phrases.addAll(counted);
    return new Observed(
        figure,
        power(law.exponent().estimate()),
        power(law.exponent().lower()),
        power(law.exponent().upper()),
        new Sampling(
            "log-log slope",
            law.slopes().size(),
            0,
            power(Collections.min(law.slopes())),
            power(Collections.max(law.slopes())),
            null),
        phrases,
        distortions,
        null);
  }

  private String point(int i, Quantity cost) {
    return named(sizes.get(i)) + ": " + (cost instanceof DataSize ? cost.exact() : cost.rounded());
  }

  /** How a size is told: {@code n = 1,000}. */
  static String named(int size) {
    return String.format(Locale.ROOT, "n = %,d", size);
  }

  /** What shrinks does not grow. */
  private static Power power(double exponent) {
    return new Power(Math.max(0, exponent));
  }
}
