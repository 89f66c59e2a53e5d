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
import java.time.Instant;
import java.util.ArrayList;
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

  /**
   * The JVM that wrote a verdicts file.
   *
   * @param start when it was started
   * @param build identifies the process that started this JVM, such as Maven's; equal for all JVMs
   *     of a build
   * @param project the name of the project, and the branch and commit if the environment has them
   * @param processors how many processors it may use
   * @param maxHeap the largest heap in bytes
   */
  public record Jvm(
      long pid,
      Instant start,
      String build,
      String project,
      String version,
      String name,
      String vendor,
      String operatingSystem,
      String architecture,
      int processors,
      long maxHeap,
      List<String> collectors) {

    /** Copies the list. */
    public Jvm {
      collectors = List.copyOf(collectors);
    }

    /** Returns the Java version, the virtual machine and the platform in a few words. */
    public String brief() {
      return "Java %s, %s, %s %s".formatted(version, name, operatingSystem, architecture);
    }
  }

  /** Returns the text before the first verdict. */
  public static String opening(Jvm jvm) {
    String text =
        toJson(
            "schema", SCHEMA,
            "version", VERSION,
            "pid", jvm.pid(),
            "start", jvm.start().toString(),
            "build", jvm.build(),
            "project", jvm.project(),
            "jvm", jvm);
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

  /** Returns the fields of each remark on a verdict and on its breakdown. */
  private static List<Object[]> remarks(List<Remark> distortions, @Nullable Breakdown breakdown) {
    List<Object[]> remarks = new ArrayList<>();
    for (Remark remark : distortions) {
      remarks.add(fields("distortion", remark));
    }
    if (breakdown != null) {
      for (Remark remark : breakdown.notes()) {
        remarks.add(fields("note", remark));
      }
    }
    return remarks;
  }

  private static Object[] fields(String role, Remark remark) {
    return new Object[] {
      "role", role, "id", remark.id(), "facts", remark.facts(), "text", remark.text()
    };
  }

  private static Object[] fields(Breakdown breakdown) {
    return new Object[] {
      "total", AmountText.number(breakdown.total()),
      "unit", breakdown.total().unit(),
      "rows", breakdown.rows(),
      "notes", MessageDetails.texts(breakdown.notes()),
      "savings", breakdown.savings(),
      "calls", breakdown.calls()
    };
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
    } else if (value instanceof Object[] fields) {
      writeObject(fields);
    } else if (value == null) {
      json.nullValue();
    } else {
      writeModel(value);
    }
  }

  /** Writes a value of the model: a record as an object with its components. */
  private void writeModel(Object value) throws IOException {
    if (value instanceof Quantity quantity) {
      writeObject("value", AmountText.number(quantity), "unit", quantity.unit());
    } else if (value instanceof Observed observed) {
      writeObject(
          "value", AmountText.number(observed.value()),
          "lower", AmountText.number(observed.lower()),
          "upper", AmountText.number(observed.upper()),
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
      return AmountText.number(amount);
    }
    if (value instanceof Double number) {
      return AmountText.rounded(number);
    }
    return value instanceof List<?> list
        ? list.stream().map(one -> written("", one)).toList()
        : value;
  }
}
