package dev.tare.internal.render;

import com.google.gson.stream.JsonWriter;
import dev.tare.model.Breakdown;
import dev.tare.model.Budget;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.PointSeries;
import dev.tare.model.Remark;
import dev.tare.model.Report;
import dev.tare.model.Sampling;
import dev.tare.model.Verdict;
import dev.tare.model.Verdict.Inconclusive;
import dev.tare.model.Verdict.Unmeasured;
import dev.tare.unit.Quantity;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes verdicts as JSON, one verdict a line; {@code docs/verdicts-schema.md} lists the fields.
 * The HTML report relies on the order of the fields until {@code sampling}.
 *
 * <p>A file is {@link #opening}, the {@link #entries} of each report, and {@link #closing}, in
 * UTF-8. Opening and closing are written first. To add a report, its entries and a new closing
 * overwrite the old closing in one write. Since the closing is ASCII and of constant length, the
 * file is a valid document after every write.
 */
public final class VerdictJson {

  /** Value of the field {@code schema}. */
  private static final String SCHEMA = "tare-verdicts";

  /**
   * Version of the schema; raised if a field is removed or changes its meaning, not if one is
   * added.
   */
  private static final int VERSION = 1;

  // streams instead of building a tree, since every test waits until its verdicts are written
  private final JsonWriter json;

  private VerdictJson(JsonWriter json) {
    this.json = json;
  }

  /** Returns the text before the first verdict. */
  public static String opening(JvmDescription jvm) {
    String text =
        toJson(
            "schema",
            SCHEMA,
            "version",
            VERSION,
            "pid",
            jvm.pid(),
            "start",
            jvm.start().toString(),
            "build",
            jvm.build(),
            "jvm",
            jvm);
    return text.substring(0, text.length() - 1) + ",\"verdicts\":[";
  }

  /**
   * Returns the verdicts of one report, each with a comma before it, on a line of its own.
   *
   * @param run the number of the run in its JVM
   */
  public static String entries(Report report, int run) {
    StringBuilder text = new StringBuilder();
    for (Verdict verdict : report.verdicts()) {
      text.append(",\n").append(verdict(report.test(), verdict, run));
    }
    return text.toString();
  }

  /** Returns the text after the last verdict. */
  public static String closing() {
    return "\n]}\n";
  }

  /**
   * Returns one verdict as one JSON object, without a line break.
   *
   * @param run the number of the run in its JVM
   */
  public static String verdict(Report.TestId test, Verdict verdict, int run) {
    Budget budget = verdict.budget();
    Observed observed = verdict.observed().orElse(null);
    List<Remark> distortions = observed == null ? List.of() : observed.distortions();
    Breakdown breakdown = observed == null ? null : observed.breakdown();
    return toJson(
        "class", test.className(),
        "method", test.method(),
        "invocation", test.invocation(),
        "metric", budget.figure().id(),
        "noun", budget.figure().noun(),
        "outcome", Headline.word(verdict.outcome()),
        "limit", budget.limit(),
        "limitSource", budget.source(),
        "measured", observed,
        "sampling", observed == null ? null : observed.sampling(),
        "counted", observed == null ? List.of() : observed.counted(),
        "distortions", MessageDetails.texts(distortions),
        "remarks", remarks(distortions, breakdown),
        "reason", reason(verdict),
        "remedy", verdict instanceof Unmeasured missing ? missing.remedy() : null,
        "breakdown", breakdown,
        "run", run);
  }

  private static @Nullable String reason(Verdict verdict) {
    if (verdict instanceof Unmeasured unmeasured) {
      return unmeasured.reason();
    }
    return verdict instanceof Inconclusive inconclusive
        ? inconclusive.reason()
        : verdict.observed().map(Observed::doubt).orElse(null);
  }

  /** A remark on a verdict or on its breakdown. */
  private record RemarkWithRole(String role, Remark remark) {}

  private static List<RemarkWithRole> remarks(
      List<Remark> distortions, @Nullable Breakdown breakdown) {
    List<RemarkWithRole> remarks = new ArrayList<>();
    for (Remark remark : distortions) {
      remarks.add(new RemarkWithRole("distortion", remark));
    }
    if (breakdown != null) {
      for (Remark remark : breakdown.notes()) {
        remarks.add(new RemarkWithRole("note", remark));
      }
    }
    return remarks;
  }

  /**
   * Returns an object as JSON, without a line break.
   *
   * @param fields each name before its value
   */
  public static String toJson(@Nullable Object... fields) {
    StringWriter text = new StringWriter(1024);
    try {
      new VerdictJson(new JsonWriter(text)).writeObject(fields);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /**
   * Writes an object.
   *
   * @param fields each name before its value
   */
  private void writeObject(@Nullable Object... fields) throws IOException {
    json.beginObject();
    for (int i = 0; i < fields.length; i += 2) {
      json.name(String.valueOf(fields[i]));
      writeValue(fields[i + 1]);
    }
    json.endObject();
  }

  private void writeValue(@Nullable Object value) throws IOException {
    if (value instanceof String text) {
      json.value(text);
    } else if (value instanceof Number number) {
      json.value(number);
    } else if (value instanceof Boolean flag) {
      json.value(flag);
    } else if (value instanceof List<?> elements) {
      json.beginArray();
      for (Object element : elements) {
        writeValue(element);
      }
      json.endArray();
    } else if (value instanceof Map<?, ?> fields) {
      json.beginObject();
      for (var field : fields.entrySet()) {
        json.name(String.valueOf(field.getKey()));
        writeValue(field.getValue());
      }
      json.endObject();
    } else if (value == null) {
      json.nullValue();
    } else {
      writeModel(value);
    }
  }

  /** Writes a value of the model. */
  private void writeModel(Object value) throws IOException {
    if (value instanceof Quantity quantity) {
      writeObject("value", MachineNumbers.of(quantity), "unit", quantity.unit());
    } else if (value instanceof Observed observed) {
      writeObject(
          "value", MachineNumbers.of(observed.value()),
          "lower", MachineNumbers.of(observed.lower()),
          "upper", MachineNumbers.of(observed.upper()),
          "unit", observed.value().unit());
    } else if (value instanceof Sampling sampling) {
      Double bytes = sampling.bytesPerCall();
      writeObject(
          "statistic", sampling.statistic(),
          "readings", sampling.readings(),
          "warmups", sampling.warmups(),
          "smallest", sampling.smallest(),
          "largest", sampling.largest(),
          "first", sampling.first(),
          "bytesPerCall", bytes == null ? null : MachineNumbers.rounded(bytes),
          "series", sampling.series());
    } else if (value instanceof PointSeries series) {
      writeObject(
          "name", series.name(),
          "unit", series.unit(),
          "positions", rounded(series.positions()),
          "values", rounded(series.values()),
          "marks", series.marks());
    } else if (value instanceof RemarkWithRole roleRemark) {
      writeObject(
          "role", roleRemark.role(),
          "id", roleRemark.remark().id(),
          "facts", roleRemark.remark().facts(),
          "text", roleRemark.remark().text());
    } else if (value instanceof JvmDescription jvm) {
      writeObject(
          "version", jvm.version(),
          "name", jvm.name(),
          "vendor", jvm.vendor(),
          "operatingSystem", jvm.operatingSystem(),
          "architecture", jvm.architecture(),
          "processors", jvm.processors(),
          "maxHeap", jvm.maxHeap(),
          "collectors", jvm.collectors());
    } else {
      writeBreakdown(value);
    }
  }

  private static List<Number> rounded(List<Double> numbers) {
    return numbers.stream().map(MachineNumbers::rounded).toList();
  }

  /** Writes a breakdown or one of its parts. */
  private void writeBreakdown(Object value) throws IOException {
    if (value instanceof Breakdown breakdown) {
      writeObject(
          "total", MachineNumbers.of(breakdown.total()),
          "unit", breakdown.total().unit(),
          "rows", breakdown.rows(),
          "notes", MessageDetails.texts(breakdown.notes()),
          "savings", breakdown.savings(),
          "calls", breakdown.calls());
    } else if (value instanceof Breakdown.Row row) {
      writeObject(
          "amount", MachineNumbers.of(row.amount()),
          "count", row.count(),
          "type", row.type(),
          "where", row.where(),
          "total", row.total(),
          "bytesPerCall", row.bytesPerCall());
    } else if (value instanceof Breakdown.Saving saving) {
      writeObject(
          "amount", MachineNumbers.of(saving.amount()),
          "count", saving.count(),
          "of", saving.of(),
          "type", saving.type(),
          "where", saving.where(),
          "waste", saving.waste(),
          "text", saving.text());
    } else if (value instanceof Breakdown.CallNode node) {
      writeObject(
          "parent", node.parent(),
          "method", node.method(),
          "calls", node.calls(),
          "amount", MachineNumbers.of(node.amount()));
    } else {
      throw new IllegalArgumentException("not of a verdict: " + value.getClass().getName());
    }
  }
}
