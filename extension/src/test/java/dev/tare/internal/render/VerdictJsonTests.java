package dev.tare.internal.render;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Report;
import dev.tare.model.Sampling;
import dev.tare.model.Verdict;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Power;
import dev.tare.unit.Quantity;
import dev.tare.unit.Ratio;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class VerdictJsonTests {

  private static final List<Report> REPORTS =
      FixedReports.all().values().stream().map(Supplier::get).toList();

  @Nested
  class TheDocument {

    @Test
    void documentIsValidBeforeTheFirstVerdictAndAfterEach() {
      StringBuilder file = new StringBuilder(VerdictJson.opening(FixedReports.JVM));
      file.append(VerdictJson.closing());
      assertThat(verdicts(file.toString())).isEmpty();
      int count = 0;
      for (Report report : REPORTS) {
        file.setLength(file.length() - VerdictJson.closing().length());
        file.append(VerdictJson.entries(report, 1).substring(count == 0 ? 1 : 0));
        file.append(VerdictJson.closing());
        count += report.verdicts().size();
        assertThat(verdicts(file.toString())).hasSize(count);
      }
      assertThat(file).hasToString(FixedReports.document(REPORTS));
    }

    @Test
    void closingHasOneBytePerCharacter() {
      assertThat(VerdictJson.closing().getBytes(UTF_8)).hasSize(VerdictJson.closing().length());
    }

    @Test
    void documentHasEveryRowOfALongBreakdown() {
      Report report = FixedReports.exceededLongBreakdown();
      JsonObject verdict =
          verdicts(FixedReports.document(List.of(report))).get(0).getAsJsonObject();

      assertThat(verdict.getAsJsonObject("breakdown").getAsJsonArray("rows").asList())
          .extracting(row -> row.getAsJsonObject().get("amount").getAsLong())
          .containsExactlyElementsOf(
              LongStream.rangeClosed(1, 27).mapToObj(i -> 28_000 - 1_000 * i).toList());
    }

    @Test
    void documentNamesTheKeyThatSetALimit() {
      Report report =
          REPORTS.stream()
              .filter(candidate -> candidate.outcome() == Verdict.Outcome.EXCEEDED)
              .findFirst()
              .orElseThrow();
      Verdict verdict = report.verdicts().get(0);
      Budget budget = verdict.budget().from("tare.maxAllocatedBytes");

      assertThat(
              VerdictJson.verdict(report.test(), budget.judge(verdict.observed().orElseThrow()), 1))
          .contains("\"limitSource\":\"tare.maxAllocatedBytes\"");
    }

    @Test
    void missingUpperEndIsTheSameForAllUnitsAndHasItsReason() {
      for (Quantity one :
          List.of(new Count(1), new DataSize(1), new Elapsed(1), new Ratio(1), new Power(1))) {
        Figure figure = new Figure("figure", "figure", false);
        Observed least =
            Observed.exact(figure, one, Sampling.single(one), List.of()).atLeast("not seen");
        Verdict verdict = Budget.atMost(figure, one.withAmount(0.5)).judge(least);

        assertThat(VerdictJson.verdict(REPORTS.get(0).test(), verdict, 1))
            .as(one.exact())
            .contains("\"outcome\":\"exceeded\"", "\"upper\":9223372036854775807,")
            .contains("\"reason\":\"not seen\"");
      }
    }

    @Test
    void documentHasOneVerdictPerLine() {
      long verdicts = REPORTS.stream().mapToLong(report -> report.verdicts().size()).sum();
      assertThat(FixedReports.document(REPORTS).lines()).hasSize((int) verdicts + 2);
    }
  }

  @Nested
  class TheSchema {

    private final JsonObject schema = schema();

    @Test
    void schemaListsTheFieldsAndTypesOfTheDocument() {
      String document = FixedReports.document(REPORTS);
      assertThat(JsonSchema.errors(schema, parse(document))).isEmpty();
    }

    @Test
    void schemaAcceptsADocumentWithoutVerdicts() {
      String document = FixedReports.document(List.of());
      assertThat(JsonSchema.errors(schema, parse(document))).isEmpty();
    }

    @Test
    void schemaCheckFindsErrors() {
      JsonObject document = parse(FixedReports.document(REPORTS)).getAsJsonObject();
      JsonObject verdict = document.getAsJsonArray("verdicts").get(0).getAsJsonObject();
      verdict.addProperty("outcome", "green");
      verdict.addProperty("method", 7);
      verdict.addProperty("unlisted", "text");
      verdict.remove("metric");
      verdict.getAsJsonObject("measured").add("value", new JsonPrimitive("93000"));
      assertThat(JsonSchema.errors(schema, document))
          .anyMatch(error -> error.contains("verdicts[0].outcome: \"green\""))
          .anyMatch(error -> error.contains("verdicts[0].method: 7"))
          .anyMatch(error -> error.contains("verdicts[0]: unlisted field unlisted"))
          .anyMatch(
              error -> error.startsWith("document.verdicts[0]: ") && error.contains("required"))
          .anyMatch(error -> error.contains("measured.value: \"93000\""));
    }

    @Test
    void schemaListsTheFieldsOfItsDescription() {
      Pattern firstCell = Pattern.compile("^\\| `([A-Za-z]+)` \\|", Pattern.MULTILINE);
      Set<String> described =
          firstCell
              .matcher(docs("verdicts-schema.md"))
              .results()
              .map(row -> row.group(1))
              .collect(Collectors.toCollection(TreeSet::new));
      assertThat(described).containsExactlyElementsOf(fields(schema, new TreeSet<>()));
    }

    @Test
    void schemaRequiresEveryListedField() {
      assertThat(schema.getAsJsonArray("required").asList())
          .extracting(JsonElement::getAsString)
          .containsExactlyElementsOf(schema.getAsJsonObject("properties").keySet());
      assertThat(schema.getAsJsonObject("$defs").asMap().values())
          .map(JsonElement::getAsJsonObject)
          .filteredOn(definition -> definition.has("properties"))
          .isNotEmpty()
          .allSatisfy(
              definition ->
                  assertThat(definition.getAsJsonArray("required").asList())
                      .extracting(JsonElement::getAsString)
                      .containsExactlyElementsOf(
                          definition.getAsJsonObject("properties").keySet()));
    }
  }

  @Nested
  class Numbers {

    @Test
    void bytesAreExact() {
      assertThat(valueOf(new DataSize(Long.MAX_VALUE))).isEqualTo("9223372036854775807");
      assertThat(valueOf(new Count((1L << 53) + 1))).isEqualTo("9007199254740993");
    }

    @Test
    void fractionsHaveNoTrailingZeros() {
      assertThat(valueOf(new Elapsed(0.125))).isEqualTo("0.125");
      assertThat(valueOf(new Elapsed(100))).isEqualTo("100");
      assertThat(valueOf(new Elapsed(0))).isEqualTo("0");
    }

    private String valueOf(Quantity quantity) {
      Figure figure = new Figure("figure", "figure", false);
      Observed observed = Observed.exact(figure, quantity, Sampling.single(quantity), List.of());
      Report.TestId test = new Report.TestId("A", "a", "");
      String verdict = VerdictJson.verdict(test, Budget.unlimited(figure).judge(observed), 1);
      return parse(verdict).getAsJsonObject().getAsJsonObject("measured").get("value").toString();
    }
  }

  private static JsonArray verdicts(String document) {
    return parse(document).getAsJsonObject().getAsJsonArray("verdicts");
  }

  private static JsonElement parse(String text) {
    JsonReader reader = new JsonReader(new StringReader(text));
    reader.setStrictness(Strictness.STRICT);
    return JsonParser.parseReader(reader);
  }

  private static JsonObject schema() {
    return parse(docs("verdicts-v1.schema.json")).getAsJsonObject();
  }

  private static String docs(String name) {
    try {
      return Files.readString(GoldenFile.module().resolve("../docs").resolve(name), UTF_8);
    } catch (IOException e) {
      throw new AssertionError(name, e);
    }
  }

  private static Set<String> fields(JsonElement schema, Set<String> found) {
    if (schema.isJsonObject()) {
      JsonObject object = schema.getAsJsonObject();
      // a field called "properties" would be mistaken for the keyword: there is none
      if (object.has("properties")) {
        found.addAll(object.getAsJsonObject("properties").keySet());
      }
      object.asMap().values().forEach(child -> fields(child, found));
    }
    return found;
  }
}
