package dev.tare.internal.render;

import com.google.gson.stream.JsonWriter;
import dev.tare.model.Breakdown;
import dev.tare.model.Budget;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Report;
import dev.tare.model.Verdict;
import dev.tare.unit.Quantity;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  /** Components of records that are not fields: of the process, and for locks. */
  private static final Set<String> NOT_WRITTEN =
      Set.of("pid", "start", "build", "project", "unsteady");

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
            "project",
            jvm.project(),
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

  /**
   * Returns the verdict on a test whose promise was broken on purpose, as {@link #entries} does.
   *
   * @param obstacle why the promise cannot fail; empty if it can
   */
  public static String proof(Report.TestId test, Verdict verdict, int run, String obstacle) {
    StringBuilder text = new StringBuilder(",\n").append(verdict(test, verdict, run));
    String field = toJson("obstacle", obstacle);
    text.insert(text.lastIndexOf(",\"run\":"), "," + field.substring(1, field.length() - 1));
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
        // most figures have none, and then no class of remarks is loaded
        "distortions", distortions.isEmpty() ? List.of() : MessageDetails.texts(distortions),
        "remarks", remarks(distortions, breakdown),
        "reason", reason(verdict),
        "remedy", Headline.remedy(verdict),
        "breakdown", breakdown == null ? null : fields(breakdown),
        "run", run);
  }

  private static @Nullable String reason(Verdict verdict) {
    String reason = Headline.reason(verdict);
    return reason == null ? verdict.observed().map(Observed::doubt).orElse(null) : reason;
  }

  private static List<Map<String, Object>> remarks(
      List<Remark> distortions, @Nullable Breakdown breakdown) {
    List<Map<String, Object>> remarks = new ArrayList<>();
    for (Remark remark : distortions) {
      remarks.add(remark("distortion", remark));
    }
    if (breakdown != null) {
      for (Remark remark : breakdown.notes()) {
        remarks.add(remark("note", remark));
      }
    }
    return remarks;
  }

  private static Map<String, Object> fields(Breakdown breakdown) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("total", MachineNumbers.of(breakdown.total()));
    fields.put("unit", breakdown.total().unit());
    fields.put("rows", breakdown.rows());
    fields.put("notes", MessageDetails.texts(breakdown.notes()));
    fields.put("savings", breakdown.savings());
    fields.put("calls", breakdown.calls());
    return fields;
  }

  private static Map<String, Object> remark(String role, Remark remark) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("role", role);
    fields.put("id", remark.id());
    fields.put("facts", remark.facts());
    fields.put("text", remark.text());
    return fields;
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

  /** Writes a value of the model: a record as an object with its components. */
  private void writeModel(Object value) throws IOException {
    if (value instanceof Quantity quantity) {
      writeObject("value", MachineNumbers.of(quantity), "unit", quantity.unit());
    } else if (value instanceof Observed observed) {
      writeObject(
          "value", MachineNumbers.of(observed.value()),
          "lower", MachineNumbers.of(observed.lower()),
          "upper", MachineNumbers.of(observed.upper()),
          "unit", observed.value().unit());
    } else {
      writeRecord(value);
    }
  }

  private void writeRecord(Object value) throws IOException {
    json.beginObject();
    for (RecordComponent component : value.getClass().getRecordComponents()) {
      String name = component.getName();
      if (!NOT_WRITTEN.contains(name)) {
        json.name(name);
        writeValue(written(name, read(component, value)));
      }
    }
    json.endObject();
  }

  private static @Nullable Object read(RecordComponent component, Object value) {
    try {
      return component.getAccessor().invoke(value);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot read " + component, e);
    }
  }

  /** Returns a component as it is written: amounts without the unit of their total, and rounded. */
  private static @Nullable Object written(String name, @Nullable Object value) {
    if (value instanceof Quantity amount && name.equals("amount")) {
      return MachineNumbers.of(amount);
    }
    if (value instanceof Double number) {
      return MachineNumbers.rounded(number);
    }
    return value instanceof List<?> list
        ? list.stream().map(one -> written("", one)).toList()
        : value;
  }
}
