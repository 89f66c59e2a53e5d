package dev.tare.internal.render.export;

import dev.tare.internal.render.OneLine;
import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.CallNode;
import dev.tare.model.Breakdown.RootHolder;
import dev.tare.model.Breakdown.Row;
import dev.tare.model.Breakdown.Saving;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.PointSeries;
import dev.tare.model.Remark;
import dev.tare.model.Report;
import dev.tare.model.Sampling;
import dev.tare.model.Verdict;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Power;
import dev.tare.unit.Quantity;
import dev.tare.unit.Ratio;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Parses one verdict of a verdicts file to a report, so that it is rendered as in its own run.
 *
 * <p>The facts of remarks are not parsed, only their texts.
 */
final class VerdictParser {

  /** An amount of a metric of the user, whose class is not known here. */
  record ForeignAmount(double amount, String unit) implements Quantity {
    @Override
    public Quantity withAmount(double other) {
      return new ForeignAmount(other, unit);
    }
  }

  private final JsonFields fields;
  private final boolean hasFractions;

  private VerdictParser(JsonFields fields) {
    this.fields = fields;
    // a figure without a unit is a count, unless a metric of the user has another one
    this.hasFractions =
        List.of("measured", "limit").stream()
            .flatMap(name -> fields.object(name).stream())
            .flatMap(
                quantity ->
                    List.of("value", "lower", "upper").stream()
                        .flatMap(name -> quantity.optional(name, BigDecimal.class).stream()))
            .anyMatch(number -> number.stripTrailingZeros().scale() > 0);
  }

  /**
   * Returns a report with one verdict.
   *
   * @throws IllegalArgumentException if the fields are not those of a verdict
   */
  static Report report(JsonFields fields) {
    Report.TestId test =
        new Report.TestId(fields.text("class"), fields.text("method"), fields.text("invocation"));
    return new Report(test, List.of(new VerdictParser(fields).verdict()));
  }

  private Verdict verdict() {
    String noun = fields.text("noun");
    // the head noun stands before the first preposition: objects of com.shop.Item
    boolean plural = noun.split(" (of|in|by|at|to) ", 2)[0].matches(".*[^s]s");
    Figure figure = new Figure(fields.text("metric"), noun, plural);
    Budget budget =
        new Budget(
            figure,
            quantity(fields, "limit"),
            fields.optional("limitSource", String.class).orElse(null));
    Observed observed = fields.object("measured").map(one -> observed(figure, one)).orElse(null);
    return switch (fields.text("outcome")) {
      case "within" -> new Verdict.Within(budget, required(observed));
      case "exceeded" -> new Verdict.Exceeded(budget, required(observed));
      case "unmeasured" ->
          new Verdict.Unmeasured(budget, fields.text("reason"), fields.text("remedy"));
      case "inconclusive" -> new Verdict.Inconclusive(budget, fields.text("reason"), observed);
      default ->
          throw new IllegalArgumentException(
              "there is no outcome \"%s\"".formatted(OneLine.of(fields.text("outcome"))));
    };
  }

  private static Observed required(@Nullable Observed observed) {
    if (observed == null) {
      throw new IllegalArgumentException("it has no number");
    }
    return observed;
  }

  private Observed observed(Figure figure, JsonFields measured) {
    String unit = measured.text("unit");
    return new Observed(
        figure,
        quantity(measured.number("value"), unit),
        quantity(measured.number("lower"), unit),
        quantity(measured.number("upper"), unit),
        sampling(object("sampling")),
        fields.list("counted", String.class),
        remarks("distortion"),
        measured.flag("inflated"),
        fields.object("breakdown").map(this::breakdown).orElse(null));
  }

  private JsonFields object(String name) {
    return fields
        .object(name)
        .orElseThrow(() -> new IllegalArgumentException("the field \"" + name + "\" is missing"));
  }

  private List<Remark> remarks(String role) {
    return fields.list("remarks", JsonFields.class).stream()
        .filter(remark -> remark.text("role").equals(role))
        .map(remark -> new Remark(remark.text("id"), remark.text("text"), Map.of()))
        .toList();
  }

  private Sampling sampling(JsonFields sampling) {
    return new Sampling(
        sampling.text("statistic"),
        sampling.number("readings").intValue(),
        sampling.number("warmups").longValue(),
        quantity(sampling.object("smallest").orElseThrow()),
        quantity(sampling.object("largest").orElseThrow()),
        sampling.object("first").map(this::quantity).orElse(null),
        null,
        sampling.list("series", JsonFields.class).stream().map(VerdictParser::series).toList(),
        sampling.optional("bytesPerCall", BigDecimal.class).map(Number::doubleValue).orElse(null));
  }

  private static PointSeries series(JsonFields series) {
    Map<String, List<Integer>> marks = new LinkedHashMap<>();
    series
        .object("marks")
        .ifPresent(
            all ->
                all.fields()
                    .keySet()
                    .forEach(
                        mark -> marks.put(mark, numbers(all, mark, BigDecimal::intValueExact))));
    return new PointSeries(
        series.text("name"),
        series.text("unit"),
        numbers(series, "positions", BigDecimal::doubleValue),
        numbers(series, "values", BigDecimal::doubleValue),
        marks);
  }

  private static <T> List<T> numbers(
      JsonFields fields, String name, Function<BigDecimal, T> conversion) {
    return fields.list(name, BigDecimal.class).stream().map(conversion).toList();
  }

  private Breakdown breakdown(JsonFields breakdown) {
    String unit = breakdown.text("unit");
    return new Breakdown(
        quantity(breakdown.number("total"), unit),
        breakdown.list("rows", JsonFields.class).stream().map(row -> row(row, unit)).toList(),
        remarks("note"),
        breakdown.list("savings", JsonFields.class).stream()
            .map(
                saving ->
                    new Saving(
                        amount(saving, unit),
                        count(saving, "count"),
                        count(saving, "of"),
                        saving.text("type"),
                        saving.text("where"),
                        saving.text("waste"),
                        saving.text("text")))
            .toList(),
        breakdown.list("holders", JsonFields.class).stream()
            .map(
                holder ->
                    new RootHolder(
                        amount(holder, unit), count(holder, "count"), holder.text("name")))
            .toList(),
        breakdown.list("calls", JsonFields.class).stream()
            .map(
                call ->
                    new CallNode(
                        call.number("parent").intValue(),
                        call.text("method"),
                        count(call, "calls"),
                        amount(call, unit)))
            .toList());
  }

  private Row row(JsonFields row, String unit) {
    return new Row(
        amount(row, unit),
        count(row, "count"),
        row.text("type"),
        row.text("where"),
        quantity(row, "total"),
        quantity(row, "bytesPerCall"));
  }

  private Quantity amount(JsonFields fields, String unit) {
    return quantity(fields.number("amount"), unit);
  }

  private static long count(JsonFields fields, String name) {
    return fields.number(name).longValue();
  }

  private @Nullable Quantity quantity(JsonFields fields, String name) {
    return fields.object(name).map(this::quantity).orElse(null);
  }

  private Quantity quantity(JsonFields quantity) {
    return quantity(quantity.number("value"), quantity.text("unit"));
  }

  private Quantity quantity(BigDecimal amount, String unit) {
    return switch (unit) {
      case "B" -> new DataSize(amount.longValue());
      case "ns" -> new Elapsed(amount.doubleValue());
      // a ratio that was written as 0 is less than any that is printed
      case "x" -> new Ratio(Math.max(Double.MIN_NORMAL, amount.doubleValue()));
      case "power" -> new Power(amount.doubleValue());
      case "" ->
          hasFractions
              ? new ForeignAmount(amount.doubleValue(), unit)
              : new Count(amount.longValue());
      default -> new ForeignAmount(amount.doubleValue(), unit);
    };
  }
}
