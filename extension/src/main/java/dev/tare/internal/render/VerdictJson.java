package dev.tare.internal.render;

import com.google.gson.stream.JsonWriter;
import dev.tare.model.Breakdown;
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
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes verdicts as JSON, one verdict a line; {@code docs/verdicts-schema.md} lists the fields.
 *
 * <p>A file is {@link #opening}, the {@link #entries} of each report, and {@link #closing}, in
 * UTF-8. Opening and closing are written first. To add a report, its entries and a new closing
 * overwrite the old closing in one write. Since the closing is ASCII and of constant length, the
 * file is a valid document after every write.
 */
public final class VerdictJson {

  /** Value of the field {@code schema}. */
  public static final String SCHEMA = "tare-verdicts";

  /**
   * Version of the schema, raised when a field is removed or changes its meaning, not for a new
   * one.
   */
  public static final int VERSION = 1;

  // Streamed without a tree, since every test of a suite waits until its verdicts are written.
  private final JsonWriter json;

  private VerdictJson(JsonWriter json) {
    this.json = json;
  }

  /** Returns the text before the first verdict. */
  public static String opening(JvmDescription jvm) {
    String text = written(json -> json.head(jvm));
    return text.substring(0, text.length() - 1) + ",\"verdicts\":[";
  }

  /** Returns the verdicts of one report, each with a comma before it, on a line of its own. */
  public static String entries(Report report) {
    StringBuilder text = new StringBuilder();
    for (Verdict verdict : report.verdicts()) {
      text.append(",\n").append(verdict(report.test(), verdict));
    }
    return text.toString();
  }

  /** Returns the text after the last verdict. */
  public static String closing() {
    return "\n]}\n";
  }

  /** Returns one verdict as one JSON object, without a line break. */
  public static String verdict(Report.TestId test, Verdict verdict) {
    return written(json -> json.add(test, verdict));
  }

  /** Writes a part of the document. */
  private interface Content {
    void writeTo(VerdictJson json) throws IOException;
  }

  private static String written(Content content) {
    StringWriter text = new StringWriter(1024);
    try {
      content.writeTo(new VerdictJson(new JsonWriter(text)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private void head(JvmDescription jvm) throws IOException {
    json.beginObject();
    json.name("schema").value(SCHEMA);
    json.name("version").value(VERSION);
    json.name("pid").value(jvm.pid());
    json.name("start").value(jvm.start().toString());
    json.name("jvm");
    add(jvm);
    json.endObject();
  }

  private void add(JvmDescription jvm) throws IOException {
    json.beginObject();
    json.name("version").value(jvm.version());
    json.name("name").value(jvm.name());
    json.name("vendor").value(jvm.vendor());
    json.name("operatingSystem").value(jvm.operatingSystem());
    json.name("architecture").value(jvm.architecture());
    json.name("processors").value(jvm.processors());
    json.name("maxHeap").value(jvm.maxHeap());
    texts("collectors", jvm.collectors());
    json.endObject();
  }

  private void add(Report.TestId test, Verdict verdict) throws IOException {
    Observed observed = verdict.observed().orElse(null);
    json.beginObject();
    json.name("class").value(test.className());
    json.name("method").value(test.method());
    json.name("invocation").value(test.invocation());
    json.name("metric").value(verdict.budget().figure().id());
    json.name("noun").value(verdict.budget().figure().noun());
    json.name("outcome").value(OutcomeWords.word(verdict.outcome()));
    quantity("limit", verdict.budget().limit());
    json.name("limitSource").value(verdict.budget().source());
    measured(observed);
    sampling(observed == null ? null : observed.sampling());
    texts("counted", observed == null ? List.of() : observed.counted());
    texts(
        "distortions", MessageDetails.texts(observed == null ? List.of() : observed.distortions()));
    json.name("remarks").beginArray();
    if (observed != null) {
      for (Remark remark : observed.distortions()) {
        add("distortion", remark);
      }
      if (observed.breakdown() != null) {
        for (Remark remark : observed.breakdown().notes()) {
          add("note", remark);
        }
      }
    }
    json.endArray();
    json.name("reason").value(reason(verdict));
    json.name("remedy").value(verdict instanceof Unmeasured missing ? missing.remedy() : null);
    breakdown(observed == null ? null : observed.breakdown());
    json.endObject();
  }

  private static @Nullable String reason(Verdict verdict) {
    if (verdict instanceof Unmeasured unmeasured) {
      return unmeasured.reason();
    }
    return verdict instanceof Inconclusive inconclusive ? inconclusive.reason() : null;
  }

  private void measured(@Nullable Observed observed) throws IOException {
    json.name("measured");
    if (observed == null) {
      json.nullValue();
      return;
    }
    json.beginObject();
    json.name("value").value(MachineNumbers.of(observed.value()));
    json.name("lower").value(MachineNumbers.of(observed.lower()));
    json.name("upper").value(MachineNumbers.of(observed.upper()));
    json.name("unit").value(observed.value().unit());
    json.name("inflated").value(observed.inflated());
    json.endObject();
  }

  private void sampling(@Nullable Sampling sampling) throws IOException {
    json.name("sampling");
    if (sampling == null) {
      json.nullValue();
      return;
    }
    json.beginObject();
    json.name("statistic").value(sampling.statistic());
    json.name("readings").value(sampling.readings());
    json.name("warmups").value(sampling.warmups());
    quantity("smallest", sampling.smallest());
    quantity("largest", sampling.largest());
    quantity("first", sampling.first());
    Double bytes = sampling.bytesPerCall();
    json.name("bytesPerCall").value(bytes == null ? null : MachineNumbers.rounded(bytes));
    json.name("series").beginArray();
    for (PointSeries series : sampling.series()) {
      add(series);
    }
    json.endArray();
    json.endObject();
  }

  private void add(PointSeries series) throws IOException {
    json.beginObject();
    json.name("name").value(series.name());
    json.name("unit").value(series.unit());
    numbers("positions", series.positions());
    numbers("values", series.values());
    json.name("marks").beginObject();
    for (var mark : series.marks().entrySet()) {
      numbers(mark.getKey(), mark.getValue());
    }
    json.endObject();
    json.endObject();
  }

  private void numbers(String name, List<? extends Number> numbers) throws IOException {
    json.name(name).beginArray();
    for (Number number : numbers) {
      json.value(MachineNumbers.rounded(number.doubleValue()));
    }
    json.endArray();
  }

  private void breakdown(@Nullable Breakdown breakdown) throws IOException {
    json.name("breakdown");
    if (breakdown == null) {
      json.nullValue();
      return;
    }
    json.beginObject();
    json.name("total").value(MachineNumbers.of(breakdown.total()));
    json.name("unit").value(breakdown.total().unit());
    json.name("rows").beginArray();
    for (Breakdown.Row row : breakdown.rows()) {
      add(row);
    }
    json.endArray();
    texts("notes", MessageDetails.texts(breakdown.notes()));
    json.name("savings").beginArray();
    for (Breakdown.Saving saving : breakdown.savings()) {
      add(saving);
    }
    json.endArray();
    json.name("holders").beginArray();
    for (Breakdown.RootHolder holder : breakdown.holders()) {
      add(holder);
    }
    json.endArray();
    json.name("calls").beginArray();
    for (Breakdown.CallNode node : breakdown.calls()) {
      add(node);
    }
    json.endArray();
    json.endObject();
  }

  private void add(Breakdown.CallNode node) throws IOException {
    json.beginObject();
    json.name("parent").value(node.parent());
    json.name("method").value(node.method());
    json.name("calls").value(node.calls());
    json.name("amount").value(MachineNumbers.of(node.amount()));
    json.endObject();
  }

  private void add(String role, Remark remark) throws IOException {
    json.beginObject();
    json.name("role").value(role);
    json.name("id").value(remark.id());
    json.name("facts").beginObject();
    for (var fact : remark.facts().entrySet()) {
      json.name(fact.getKey());
      fact(fact.getValue());
    }
    json.endObject();
    json.name("text").value(remark.text());
    json.endObject();
  }

  private void fact(Object fact) throws IOException {
    if (fact instanceof List<?> ends) {
      json.beginArray();
      for (Object end : ends) {
        fact(end);
      }
      json.endArray();
    } else if (fact instanceof Quantity quantity) {
      quantity(quantity);
    } else if (fact instanceof Number number) {
      json.value(number);
    } else {
      json.value(fact.toString());
    }
  }

  private void add(Breakdown.Row row) throws IOException {
    json.beginObject();
    json.name("amount").value(MachineNumbers.of(row.amount()));
    json.name("count").value(row.count());
    json.name("type").value(row.type());
    json.name("where").value(row.where());
    quantity("total", row.total());
    quantity("bytesPerCall", row.bytesPerCall());
    json.endObject();
  }

  private void add(Breakdown.Saving saving) throws IOException {
    json.beginObject();
    json.name("amount").value(MachineNumbers.of(saving.amount()));
    json.name("count").value(saving.count());
    json.name("of").value(saving.of());
    json.name("type").value(saving.type());
    json.name("where").value(saving.where());
    json.name("waste").value(saving.waste());
    json.name("text").value(saving.text());
    json.endObject();
  }

  private void add(Breakdown.RootHolder holder) throws IOException {
    json.beginObject();
    json.name("amount").value(MachineNumbers.of(holder.amount()));
    json.name("count").value(holder.count());
    json.name("name").value(holder.name());
    json.endObject();
  }

  private void quantity(String name, @Nullable Quantity quantity) throws IOException {
    json.name(name);
    quantity(quantity);
  }

  private void quantity(@Nullable Quantity quantity) throws IOException {
    if (quantity == null) {
      json.nullValue();
      return;
    }
    json.beginObject();
    json.name("value").value(MachineNumbers.of(quantity));
    json.name("unit").value(quantity.unit());
    json.endObject();
  }

  private void texts(String name, List<String> texts) throws IOException {
    json.name(name).beginArray();
    for (String text : texts) {
      json.value(text);
    }
    json.endArray();
  }
}
