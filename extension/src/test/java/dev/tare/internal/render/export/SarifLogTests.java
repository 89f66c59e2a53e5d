package dev.tare.internal.render.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tare.internal.render.FixedReports;
import dev.tare.internal.render.JsonSchema;
import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.Row;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Report;
import dev.tare.model.Sampling;
import dev.tare.unit.DataSize;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SarifLogTests {

  private static final Figure BYTES = new Figure("allocated-bytes", "allocated bytes", true);

  @TempDir Path folder;

  @BeforeEach
  void writeSources() throws IOException {
    Files.createDirectories(folder.resolve(".git"));
    source("main/java/com/acme/Cache.java", "class Cache {\n}");
    source("main/java/com/acme/a/Twice.java", "");
    source("main/java/com/acme/b/Twice.java", "");
    source("main/java/com/acme/Near.java", "");
    source("main/java/org/other/Near.java", "");
    source("main/kotlin/\u00e4 b/Sp ace.kt", "");
    source(
        "test/java/com/acme/CacheTests.java",
        """
        class CacheTests {
          void calls() { return gets(); new gets(); this.gets(); gets(); }
          @Test
          <T> java.util.List<T> gets() {}
        }
        """);
  }

  private void source(String path, String text) throws IOException {
    Path file = folder.resolve("core/src").resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  @Test
  void logIsValidAgainstTheOfficialSchema() throws IOException {
    List<Report> reports = FixedReports.all().values().stream().map(Supplier::get).toList();
    String log = log(reports);
    String lines = log(List.of(exceeded(row("Cache.get(Cache.java:41)"))));

    // from https://github.com/oasis-tcs/sarif-spec, sarif-2.1/schema/sarif-schema-2.1.0.json
    JsonObject schema;
    try (InputStream in = FixedReports.class.getResourceAsStream("sarif-schema-2.1.0.json")) {
      schema =
          JsonParser.parseString(new String(in.readAllBytes(), StandardCharsets.UTF_8))
              .getAsJsonObject();
    }
    assertThat(JsonSchema.errors(schema, JsonParser.parseString(log))).isEmpty();
    assertThat(JsonSchema.errors(schema, JsonParser.parseString(lines))).isEmpty();
    assertThat(
            JsonSchema.errors(
                schema, JsonParser.parseString(lines.replace("startLine\":41", "startLine\":0"))))
        .isNotEmpty();
    assertThat(results(log)).as("two are equal").hasSize(13);
  }

  @Test
  void lineOfTheModuleIsALocation() {
    assertThat(results(log(List.of(exceeded(row("Cache.get(Cache.java:41)"))))))
        .singleElement()
        .satisfies(
            result -> {
              assertThat(result.get("ruleId").getAsString()).isEqualTo("allocated-bytes");
              assertThat(result.getAsJsonObject("message").get("text").getAsString())
                  .isEqualTo(
                      "Allocated bytes of CacheTests.gets() 8 B exceed 1 B; here 8 B: byte[]");
              assertThat(location(result)).isEqualTo("core/src/main/java/com/acme/Cache.java:41");
            });
  }

  @Test
  void rowsOfOneLineAreOneResult() {
    assertThat(
            results(
                log(
                    List.of(
                        exceeded(
                            row("Cache.get(Cache.java:41)"),
                            row("Cache.java:41"),
                            row("Cache.get(Cache.java:42)"))))))
        .extracting(SarifLogTests::location)
        .containsExactly(
            "core/src/main/java/com/acme/Cache.java:41",
            "core/src/main/java/com/acme/Cache.java:42");
  }

  @Test
  void nearestFileOfANameIsChosen() {
    assertThat(locationOf("Near.get(Near.java:3)"))
        .isEqualTo("core/src/main/java/com/acme/Near.java:3");
    assertThat(locationOf("Sp.get(Sp ace.kt:3)"))
        .as("no name of a class")
        .isEqualTo("core/src/test/java/com/acme/CacheTests.java:4");
  }

  @Test
  void testIsTheLocationWithoutALineOfTheModule() {
    for (String where : List.of("Twice.get(Twice.java:3)", "List.java:7", "index.table[*]", "")) {
      assertThat(locationOf(where))
          .as(where)
          .isEqualTo("core/src/test/java/com/acme/CacheTests.java:4");
    }
  }

  @Test
  void lineThatCreatedAnObjectIsALocation() {
    DataSize size = new DataSize(8);
    Report report =
        report(
            new Breakdown(
                size,
                List.of(new Row(size, 1, "Session", "Sessions.OPEN")),
                List.of(Remark.of(Remark.MADE_AT, "{line}", "Cache.open(Cache.java:2)"))));

    assertThat(results(log(List.of(report))))
        .singleElement()
        .extracting(SarifLogTests::location)
        .isEqualTo("core/src/main/java/com/acme/Cache.java:2");
  }

  @Test
  void pathsAreUris() {
    SourceFiles sources = SourceFiles.around(folder.resolve("core/target/tare"));

    assertThat(sources.file("Sp ace.kt", "com.acme.CacheTests").map(sources::uri))
        .hasValue("core/src/main/kotlin/%C3%A4%20b/Sp%20ace.kt");
    assertThat(sources.file("com.acme.CacheTests$Inner").map(sources::uri))
        .hasValue("core/src/test/java/com/acme/CacheTests.java");
  }

  @Test
  void withoutSourcesThereIsNoLocation(@TempDir Path empty) throws IOException {
    Files.createDirectories(empty.resolve("src"));
    Report report = exceeded(row("Cache.get(Cache.java:41)"));

    assertThat(results(log(empty, List.of(report))))
        .singleElement()
        .satisfies(result -> assertThat(result.has("locations")).isFalse());
  }

  private String locationOf(String where) {
    return location(results(log(List.of(exceeded(row(where))))).get(0));
  }

  private static String location(JsonObject result) {
    JsonObject location =
        result
            .getAsJsonArray("locations")
            .get(0)
            .getAsJsonObject()
            .getAsJsonObject("physicalLocation");
    return location.getAsJsonObject("artifactLocation").get("uri").getAsString()
        + ":"
        + location.getAsJsonObject("region").get("startLine").getAsInt();
  }

  private String log(List<Report> reports) {
    return log(folder.resolve("core/target/tare"), reports);
  }

  private static String log(Path file, List<Report> reports) {
    return SarifLog.render(new VerdictsDocument(file, FixedReports.JVM, reports));
  }

  private static List<JsonObject> results(String log) {
    return JsonParser.parseString(log)
        .getAsJsonObject()
        .getAsJsonArray("runs")
        .get(0)
        .getAsJsonObject()
        .getAsJsonArray("results")
        .asList()
        .stream()
        .map(JsonElement::getAsJsonObject)
        .toList();
  }

  private static Row row(String where) {
    return new Row(new DataSize(8), 1, "byte[]", where);
  }

  private static Report exceeded(Row... rows) {
    return report(new Breakdown(new DataSize(8L * rows.length), List.of(rows), List.of()));
  }

  private static Report report(Breakdown breakdown) {
    DataSize size = (DataSize) breakdown.total();
    return new Report(
        new Report.TestId("com.acme.CacheTests", "gets", ""),
        List.of(
            Budget.atMost(BYTES, new DataSize(1))
                .judge(
                    Observed.exact(BYTES, size, Sampling.single(size), List.of())
                        .withBreakdown(breakdown))));
  }
}
