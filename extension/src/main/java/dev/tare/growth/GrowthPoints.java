package dev.tare.growth;

import dev.tare.internal.stats.Parabola;
import dev.tare.internal.stats.PowerLaw.Errors;
import dev.tare.internal.stats.StraightLine;
import dev.tare.internal.timing.SizedTimes;
import dev.tare.internal.timing.call.TimingFloors;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.PointSeries;
import dev.tare.model.Sampling;
import dev.tare.unit.DataSize;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Power;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/**
 * Costs of a call at each size.
 *
 * @param sizes sizes, increasing
 * @param costs costs in the base unit, one for each size
 */
record GrowthPoints(List<Integer> sizes, List<Double> costs) {

  /** Every object's size is a multiple of this in each layout of HotSpot. */
  private static final long ALIGNMENT = 8;

  /** Deviation from a smooth curve of capacities that grow by a half or double. */
  private static final double CAPACITY_DEVIATION = 0.2;

  /**
   * Returns the growth of times.
   *
   * @param times how the times were measured
   * @param slowdown largest factor by which a time may be too long; infinite if unknown
   */
  Measurement ofTime(Budget budget, SizedTimes times, double slowdown) {
    // each size is compiled separately
    double systematic = TimingFloors.SYSTEMATIC_ABSOLUTE;
    Errors errors = new Errors(systematic, 0, times.chargeErrors(), slowdown);
    return new FittedPower(this, budget, new Elapsed(0))
        .fit(errors, times.counted(), times.distortions());
  }

  /** Returns the growth of bytes. */
  Measurement ofBytes(Budget budget, List<String> counted) {
    long[] bytes = costs.stream().mapToLong(Double::longValue).toArray();
    long[] exactSizes = sizes.stream().mapToLong(Integer::longValue).toArray();
    Optional<StraightLine> line =
        StraightLine.through(exactSizes, bytes, ALIGNMENT).filter(found -> found.slope() >= 0);
    if (line.isPresent()) {
      return ofLine(budget.figure(), line.get(), counted);
    }
    Optional<Parabola> parabola = Parabola.through(exactSizes, bytes, ALIGNMENT);
    if (parabola.isPresent()) {
      return ofParabola(budget.figure(), parabola.get(), counted);
    }
    List<Double> rounding = Collections.nCopies(costs.size(), ALIGNMENT / 2.0);
    Errors errors = new Errors(0, CAPACITY_DEVIATION, rounding, Double.POSITIVE_INFINITY);
    return new FittedPower(this, budget, new DataSize(0)).fit(errors, counted, List.of());
  }

  private Observed ofLine(Figure figure, StraightLine line, List<String> counted) {
    return line.isConstant()
        ? ofCurve(
            figure,
            Power.CONSTANT,
            "straight line",
            "%s at every size".formatted(new DataSize(line.fixed()).exact()),
            line.residuals(),
            counted)
        : ofCurve(
            figure,
            new Power(1),
            "straight line",
            "fitted %s B x n %s".formatted(line.perElement(), fixed(line)),
            line.residuals(),
            counted);
  }

  private Observed ofParabola(Figure figure, Parabola parabola, List<String> counted) {
    StraightLine line = parabola.line();
    String linear =
        line.isConstant()
            ? ""
            : " %s %s B x n".formatted(line.slope() < 0 ? "-" : "+", unsigned(line.perElement()));
    return ofCurve(
        figure,
        new Power(2),
        "parabola",
        "fitted %s B x n^2%s %s".formatted(parabola.perSquare(), linear, fixed(line)),
        line.residuals(),
        counted);
  }

  private static String unsigned(String number) {
    return number.startsWith("-") ? number.substring(1) : number;
  }

  private static String fixed(StraightLine line) {
    return String.format(
        Locale.ROOT,
        "%s %,d B%s",
        line.fixed() < 0 ? "-" : "+",
        Math.abs(line.fixed()),
        Collections.max(line.residuals()) == 0 ? ", exactly" : ", plus less than 8 B of padding");
  }

  private Observed ofCurve(
      Figure figure,
      Power power,
      String statistic,
      String curve,
      List<Long> residuals,
      List<String> counted) {
    List<String> phrases = new ArrayList<>();
    phrases.add(range(new DataSize(0)));
    phrases.add(curve);
    for (int i = 0; i < sizes.size(); i++) {
      phrases.add(
          point(i, new DataSize(costs.get(i).longValue())) + residualText(residuals.get(i)));
    }
    phrases.addAll(counted);
    List<Double> fitted =
        IntStream.range(0, sizes.size()).mapToObj(i -> costs.get(i) - residuals.get(i)).toList();
    Sampling sampling =
        new Sampling(statistic, sizes.size(), 0, power, power, null)
            .withSeries(series("B", size -> fitted.get(sizes.indexOf((int) size))));
    return Observed.exact(figure, power, sampling, phrases);
  }

  private static String residualText(long residual) {
    return residual == 0 ? "" : " (fitted and %s B)".formatted(residual);
  }

  /** Returns the exponent of a power through the costs at the two largest sizes. */
  double exponentAtLargest() {
    int last = sizes.size() - 1;
    return Math.log(costs.get(last) / costs.get(last - 1))
        / Math.log((double) sizes.get(last) / sizes.get(last - 1));
  }

  /** Returns the costs over the sizes, and the fitted curve. */
  List<PointSeries> series(String unit, DoubleUnaryOperator fitted) {
    List<Double> positions = sizes.stream().map(Integer::doubleValue).toList();
    return List.of(
        new PointSeries("cost", unit, positions, costs, Map.of()),
        new PointSeries(
            "fitted",
            unit,
            positions,
            positions.stream().map(fitted::applyAsDouble).toList(),
            Map.of()));
  }

  /** Returns the cost at the size with this index as text. */
  String point(int i, Quantity cost) {
    return sizeText(sizes.get(i)) + ": " + text(cost);
  }

  /**
   * Returns the costs at the smallest and the largest size as text.
   *
   * @param kind a quantity in the unit of the costs
   */
  String range(Quantity kind) {
    int last = sizes.size() - 1;
    return "%s at %s, %s at %s"
        .formatted(
            text(kind.withAmount(costs.get(0))),
            sizeText(sizes.get(0)),
            text(kind.withAmount(costs.get(last))),
            sizeText(sizes.get(last)));
  }

  private static String text(Quantity cost) {
    return cost instanceof DataSize ? cost.exact() : cost.rounded();
  }

  /** Returns a size as text: {@code n = 1,000}. */
  static String sizeText(int size) {
    return String.format(Locale.ROOT, "n = %,d", size);
  }
}
