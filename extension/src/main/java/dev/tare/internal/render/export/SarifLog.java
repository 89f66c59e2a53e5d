package dev.tare.internal.render.export;

import dev.tare.internal.render.Headline;
import dev.tare.internal.render.OneLine;
import dev.tare.internal.render.VerdictJson;
import dev.tare.model.Breakdown;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Report;
import dev.tare.model.Verdict;
import dev.tare.model.Verdict.Outcome;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Exceeded limits in SARIF 2.1.0, which code scanning reads: one result for each line of the module
 * that has a part in the figure, or else one for the test.
 */
final class SarifLog {

  // https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html

  private static final String SCHEMA =
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

  private static final int MAX_LINES = 10;

  /** A line in a breakdown: {@code Cart.total(Cart.java:41)} or {@code Cart.java:41}. */
  private static final Pattern LINE =
      Pattern.compile("([\\w$]+\\.(?:java|kt|groovy|scala)):(\\d{1,9})\\b");

  /** A line of a source file. */
  private record SourceLocation(Path file, int line) {}

  private final Map<String, Object> rules = new LinkedHashMap<>();

  /** The results, each once, as SARIF requires. */
  private final Set<Object> results = new LinkedHashSet<>();

  private SarifLog() {}

  static String render(VerdictsDocument document) {
    SarifLog log = new SarifLog();
    SourceFiles sources = SourceFiles.around(document.file());
    for (Report report : document.reports()) {
      for (Verdict verdict : report.verdicts()) {
        if (verdict.outcome() == Outcome.EXCEEDED) {
          log.add(report.test(), verdict, sources);
        }
      }
    }
    Map<String, Object> driver = fields("name", "Tare", "rules", List.copyOf(log.rules.values()));
    return VerdictJson.toJson(
            "$schema",
            SCHEMA,
            "version",
            "2.1.0",
            "runs",
            List.of(
                fields(
                    "tool",
                    Map.of("driver", driver),
                    "columnKind",
                    "utf16CodeUnits",
                    "results",
                    List.copyOf(log.results))))
        + "\n";
  }

  private void add(Report.TestId test, Verdict verdict, SourceFiles sources) {
    String id = verdict.budget().figure().id();
    rules.putIfAbsent(
        id,
        fields(
            "id",
            id,
            "shortDescription",
            Map.of("text", "Limit of " + id.replace('-', ' ') + " exceeded")));
    String headline = Headline.of(test, verdict);
    Map<SourceLocation, String> parts = parts(test, verdict, sources);
    parts.forEach(
        (location, part) -> results.add(result(id, headline + "; " + part, location, sources)));
    if (parts.isEmpty()) {
      sources
          .file(test.className())
          .map(file -> new SourceLocation(file, SourceFiles.line(file, test.method())))
          .ifPresentOrElse(
              location -> results.add(result(id, headline, location, sources)),
              () -> results.add(result(id, headline)));
    }
  }

  /** Returns the lines of the module that have a part in the figure, each with its parts. */
  private static Map<SourceLocation, String> parts(
      Report.TestId test, Verdict verdict, SourceFiles sources) {
    Map<SourceLocation, String> parts = new LinkedHashMap<>();
    Breakdown breakdown = verdict.observed().map(Observed::breakdown).orElse(null);
    if (breakdown == null) {
      return parts;
    }
    for (Breakdown.Row row : breakdown.rows()) {
      String part = "here " + row.amount().exact() + ": " + OneLine.of(row.type());
      location(row.where(), test, sources)
          .filter(location -> parts.size() < MAX_LINES || parts.containsKey(location))
          .ifPresent(location -> parts.merge(location, part, (one, other) -> one + "; " + other));
    }
    for (Remark note : breakdown.notes()) {
      if (note.id().equals(Remark.MADE_AT)) {
        location(note.text(), test, sources)
            .ifPresent(location -> parts.putIfAbsent(location, "the object is created here"));
      }
    }
    return parts;
  }

  private static Optional<SourceLocation> location(
      String text, Report.TestId test, SourceFiles sources) {
    return LINE.matcher(text)
        .results()
        .flatMap(line -> location(line, test, sources).stream())
        .findFirst();
  }

  private static Optional<SourceLocation> location(
      MatchResult line, Report.TestId test, SourceFiles sources) {
    return sources
        .file(line.group(1), test.className())
        .map(file -> new SourceLocation(file, Math.max(1, Integer.parseInt(line.group(2)))));
  }

  private static Map<String, Object> result(
      String rule, String text, SourceLocation location, SourceFiles sources) {
    Map<String, Object> result = result(rule, text);
    result.put(
        "locations",
        List.of(
            Map.of(
                "physicalLocation",
                fields(
                    "artifactLocation", Map.of("uri", sources.uri(location.file())),
                    "region", Map.of("startLine", location.line())))));
    return result;
  }

  private static Map<String, Object> result(String rule, String text) {
    return fields("ruleId", rule, "level", "error", "message", Map.of("text", text));
  }

  private static Map<String, Object> fields(Object... namesAndValues) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      fields.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
    }
    return fields;
  }
}
