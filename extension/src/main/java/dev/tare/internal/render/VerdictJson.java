package dev.tare.internal.render;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import dev.tare.model.Breakdown;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Report;
import dev.tare.model.Sampling;
import dev.tare.model.Verdict;
import dev.tare.model.Verdict.Inconclusive;
import dev.tare.model.Verdict.Unmeasured;
import dev.tare.unit.Quantity;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Verdicts as JSON, one verdict a line; {@code docs/verdicts-schema.md} lists the fields.
 *
 * <p>A file is {@link #opening}, {@link #entries} of one report after the other, and {@link
 * #closing}, in UTF-8. It is begun with opening and closing at once. To add a report, its entries
 * and a new closing are written in one go over the old closing, which is ASCII and of constant
 * length: so the file is a valid document after every write.
 */
public final class VerdictJson {

  /** What the document says it is. */
  public static final String SCHEMA = "tare-verdicts";

  /** Raised when a field is removed or changes its meaning; fields may be added without. */
  public static final int VERSION = 1;

  private static final Gson GSON =
      new GsonBuilder().serializeNulls().disableHtmlEscaping().create();

  private VerdictJson() {}

  /** The text before the first verdict. */
  public static String opening(Jvm jvm) {
    JsonObject head = new JsonObject();
    head.addProperty("schema", SCHEMA);
    head.addProperty("version", VERSION);
    head.addProperty("pid", jvm.pid());
    head.addProperty("start", jvm.start().toString());
    head.add("jvm", jvm(jvm));
    String text = GSON.toJson(head);
    return text.substring(0, text.length() - 1) + ",\"verdicts\":[";
  }

  /**
   * The verdicts of one report, each on a line of its own.
   *
   * @param first whether no verdict stands before them
   */
  public static String entries(Report report, boolean first) {
    return report.verdicts().stream()
        .map(verdict -> "\n" + verdict(report.test(), verdict))
        .collect(Collectors.joining(",", first ? "" : ",", ""));
  }

  /** The text behind the last verdict. */
  public static String closing() {
    return "\n]}\n";
  }

  /** A whole document. */
  public static String document(Jvm jvm, Collection<Report> reports) {
    StringBuilder text = new StringBuilder(opening(jvm));
    boolean first = true;
    for (Report report : reports) {
      text.append(entries(report, first));
      first = false;
    }
    return text.append(closing()).toString();
  }

  /** One verdict as one JSON object, without a line break. */
  public static String verdict(Report.Test test, Verdict verdict) {
    JsonObject object = new JsonObject();
    object.addProperty("class", test.className());
    object.addProperty("method", test.method());
    object.addProperty("invocation", test.invocation());
    object.addProperty("metric", verdict.budget().figure().id());
    object.addProperty("noun", verdict.budget().figure().noun());
    object.addProperty("outcome", Outcomes.word(verdict.outcome()));
    object.add("limit", quantity(verdict.budget().limit()));
    Observed observed = verdict.observed().orElse(null);
    object.add("measured", observed == null ? JsonNull.INSTANCE : measured(observed));
    object.add("sampling", observed == null ? JsonNull.INSTANCE : sampling(observed.sampling()));
    object.add("counted", texts(observed == null ? List.of() : observed.counted()));
    object.add("distortions", texts(observed == null ? List.of() : observed.distortions()));
    object.addProperty("reason", reason(verdict));
    object.addProperty("remedy", verdict instanceof Unmeasured missing ? missing.remedy() : null);
    object.add("breakdown", breakdown(observed == null ? null : observed.breakdown()));
    return GSON.toJson(object);
  }

  private static JsonObject jvm(Jvm jvm) {
    JsonObject object = new JsonObject();
    object.addProperty("version", jvm.version());
    object.addProperty("name", jvm.name());
    object.addProperty("vendor", jvm.vendor());
    object.addProperty("operatingSystem", jvm.operatingSystem());
    object.addProperty("architecture", jvm.architecture());
    object.addProperty("processors", jvm.processors());
    object.addProperty("maxHeap", jvm.maxHeap());
    object.add("collectors", texts(jvm.collectors()));
    return object;
  }

  private static @Nullable String reason(Verdict verdict) {
    if (verdict instanceof Unmeasured unmeasured) {
      return unmeasured.reason();
    }
    return verdict instanceof Inconclusive inconclusive ? inconclusive.reason() : null;
  }

  private static JsonObject measured(Observed observed) {
    JsonObject object = new JsonObject();
    object.addProperty("value", Numbers.of(observed.value()));
    object.addProperty("lower", Numbers.of(observed.lower()));
    object.addProperty("upper", Numbers.of(observed.upper()));
    object.addProperty("unit", observed.value().unit());
    return object;
  }

  private static JsonObject sampling(Sampling sampling) {
    JsonObject object = new JsonObject();
    object.addProperty("statistic", sampling.statistic());
    object.addProperty("readings", sampling.readings());
    object.addProperty("warmups", sampling.warmups());
    object.add("smallest", quantity(sampling.smallest()));
    object.add("largest", quantity(sampling.largest()));
    object.add("first", quantity(sampling.first()));
    return object;
  }

  private static JsonElement breakdown(@Nullable Breakdown breakdown) {
    if (breakdown == null) {
      return JsonNull.INSTANCE;
    }
    JsonArray rows = new JsonArray();
    for (Breakdown.Row row : breakdown.rows()) {
      JsonObject object = new JsonObject();
      object.addProperty("amount", Numbers.of(row.amount()));
      object.addProperty("count", row.count());
      object.addProperty("type", row.type());
      object.addProperty("where", row.where());
      rows.add(object);
    }
    JsonObject object = new JsonObject();
    object.addProperty("total", Numbers.of(breakdown.total()));
    object.addProperty("unit", breakdown.total().unit());
    object.add("rows", rows);
    object.add("notes", texts(breakdown.notes()));
    object.add("savings", savings(breakdown.savings()));
    object.add("holders", holders(breakdown.holders()));
    return object;
  }

  private static JsonArray savings(List<Breakdown.Saving> savings) {
    JsonArray array = new JsonArray();
    for (Breakdown.Saving saving : savings) {
      JsonObject object = new JsonObject();
      object.addProperty("amount", Numbers.of(saving.amount()));
      object.addProperty("count", saving.count());
      object.addProperty("of", saving.of());
      object.addProperty("type", saving.type());
      object.addProperty("where", saving.where());
      object.addProperty("waste", saving.waste());
      object.addProperty("text", saving.text());
      array.add(object);
    }
    return array;
  }

  private static JsonArray holders(List<Breakdown.Holder> holders) {
    JsonArray array = new JsonArray();
    for (Breakdown.Holder holder : holders) {
      JsonObject object = new JsonObject();
      object.addProperty("amount", Numbers.of(holder.amount()));
      object.addProperty("count", holder.count());
      object.addProperty("name", holder.name());
      array.add(object);
    }
    return array;
  }

  private static JsonElement quantity(@Nullable Quantity quantity) {
    if (quantity == null) {
      return JsonNull.INSTANCE;
    }
    JsonObject object = new JsonObject();
    object.addProperty("value", Numbers.of(quantity));
    object.addProperty("unit", quantity.unit());
    return object;
  }

  private static JsonArray texts(List<String> texts) {
    JsonArray array = new JsonArray();
    texts.forEach(array::add);
    return array;
  }
}
