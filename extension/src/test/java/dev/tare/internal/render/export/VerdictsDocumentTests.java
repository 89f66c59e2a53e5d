package dev.tare.internal.render.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.internal.render.FailureMessage;
import dev.tare.internal.render.FixedReports;
import dev.tare.internal.render.VerdictJson;
import dev.tare.internal.render.export.VerdictParser.ForeignAmount;
import dev.tare.internal.render.export.VerdictsDocument.UnreadableException;
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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class VerdictsDocumentTests {

  @TempDir Path folder;

  private Path file;

  @BeforeEach
  void nameFile() {
    file = folder.resolve("verdicts-4711-1.json");
  }

  @Test
  void everyVerdictIsReadAsItWasWritten() throws IOException {
    List<Report> reports = FixedReports.all().values().stream().map(Supplier::get).toList();

    VerdictsDocument read = read(FixedReports.document(reports));

    assertThat(read.jvm()).isEqualTo(FixedReports.JVM);
    assertThat(withoutFacts(FixedReports.document(read.reports())))
        .isEqualTo(withoutFacts(FixedReports.document(reports)));
  }

  /** Leaves out the facts of remarks, which are not read. */
  private static String withoutFacts(String document) {
    return document.replaceAll("\"facts\":\\{.*?},\"text\"", "\"text\"");
  }

  @Test
  void messagesOfReadVerdictsAreThoseOfTheRun() throws IOException {
    for (Supplier<Report> report : FixedReports.all().values()) {
      if (report.get().verdicts().size() == 1) {
        assertThat(
                FailureMessage.render(
                    read(FixedReports.document(List.of(report.get()))).reports().get(0), null))
            .isEqualTo(FailureMessage.render(report.get(), null));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("quantities")
  void quantitiesKeepTheirClass(Quantity quantity) throws IOException {
    Figure figure = new Figure("energy-of-calls", "energy of calls", false);
    Report report =
        new Report(
            new Report.TestId("com.acme.CacheTests", "get", ""),
            List.of(
                Budget.atMost(figure, quantity)
                    .judge(
                        Observed.exact(figure, quantity, Sampling.single(quantity), List.of()))));

    Verdict verdict =
        read(FixedReports.document(List.of(report))).reports().get(0).verdicts().get(0);

    assertThat(verdict.observed().orElseThrow().value()).isEqualTo(quantity);
    assertThat(verdict.budget().limit()).isEqualTo(quantity);
  }

  static Stream<Quantity> quantities() {
    return Stream.of(
        new DataSize(Long.MAX_VALUE),
        new Elapsed(0.1 + 0.2),
        new Elapsed(Long.MAX_VALUE),
        new Ratio(1.1),
        new Power(0.9),
        new Count(Long.MAX_VALUE),
        new ForeignAmount(1.5, ""),
        new ForeignAmount(2, "J"));
  }

  @Test
  void emptyRunIsRead() throws IOException {
    assertThat(read(VerdictJson.opening(FixedReports.JVM) + VerdictJson.closing()).reports())
        .isEmpty();
  }

  @Test
  void futureFieldsAreIgnored() throws IOException {
    String document =
        document()
            .replace("{\"class\"", "{\"new\":[{\"a\":true}],\"class\"")
            .replace("{\"schema\"", "{\"new\":1,\"schema\"");

    assertThat(read(document).reports()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          class | "method"
          sampling":{ | "sampling": 1, "x":{
          "outcome":"within" | "outcome":"fine"
          "unit":"B" | "unit":null
          "value":6336 | "value":"6336"
          "value":6336 | "value":-6336
          "value":6336 | "value":0
          "counted":[ | "counted":[1,
          "metric":"allocated-bytes" | "metric":"Allocated Bytes"
          """)
  void verdictOfAnotherFormIsRefusedWithItsLine(String old, String replacement) {
    String document = document();
    int line = document.indexOf('\n') + 1;
    String changed =
        document.substring(0, line) + document.substring(line).replace(old, replacement);

    assertThat(changed).isNotEqualTo(document);
    assertThatThrownBy(() -> read(changed))
        .isInstanceOf(UnreadableException.class)
        .hasMessageMatching(
            ".*verdicts-4711-1\\.json: line 2: not .* verdict.*; use the file as Tare wrote it");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''
          {}
          []
          text
          {"schema":"tare-census","version":1,"verdicts":[
          {"schema":"tare-verdicts","verdicts":[
          {"schema":"tare-verdicts","version":1,"verdicts":[
          """)
  void otherFilesAreRefused(String firstLine) {
    assertThatThrownBy(() -> read(firstLine + "\n]}\n"))
        .isInstanceOf(UnreadableException.class)
        .hasMessageEndingWith(
            "verdicts-4711-1.json: line 1: not a verdicts file as Tare writes it; name such files,"
                + " or the folder that has them, such as target/tare");
  }

  @Test
  void binaryAndEmptyFilesAreRefused() throws IOException {
    for (byte[] content : List.of(new byte[0], new byte[] {-1, -2, 0})) {
      Files.write(file, content);

      assertThatThrownBy(() -> VerdictsDocument.readAll(file))
          .hasMessageContaining("line 1: not a verdicts file");
    }
  }

  @Test
  void otherVersionIsRefused() {
    assertThatThrownBy(() -> read(document().replace("\"version\":1", "\"version\":2")))
        .hasMessageEndingWith(
            "line 1: version 2 of the format, and this command reads version 1; use the agent jar"
                + " of the version of Tare that wrote it");
  }

  @Test
  void truncatedFileIsRefusedWhereverItEnds() {
    String document = document();
    int firstVerdict = document.indexOf('\n') + 1;
    String closing = VerdictJson.closing();
    for (int end = firstVerdict + 1; end <= document.length() - closing.length(); end += 7) {
      String truncated = document.substring(0, end);

      assertThatThrownBy(() -> read(truncated))
          .hasMessageEndingWith(
              "line 2: the file ends here, since its JVM was killed while it wrote; delete this"
                  + " line and the comma before it, and add ]}");
    }
  }

  @Test
  void remedyOfATruncatedFileHelps() throws IOException {
    List<Report> reports = FixedReports.all().values().stream().map(Supplier::get).toList();
    List<String> lines = FixedReports.document(reports).lines().toList();
    int last = lines.size() - 2;
    String repaired = String.join("\n", lines.subList(0, last)).replaceFirst(",$", "") + "\n]}";

    assertThat(read(repaired).reports()).hasSize(last - 1);
  }

  @Test
  void missingAndEmptyFoldersAreRefused() {
    assertThatThrownBy(() -> VerdictsDocument.readAll(folder.resolve("absent")))
        .hasMessage(
            folder.resolve("absent")
                + ": there is no such file or folder; run the tests first, or name the folder of"
                + " tare.report.directory");
    assertThatThrownBy(() -> VerdictsDocument.readAll(folder))
        .hasMessage(
            folder
                + ": it has no files verdicts-<pid>-<start>.json; run the tests first, or name the"
                + " folder of tare.report.directory");
  }

  private static String document() {
    return FixedReports.document(List.of(FixedReports.within()));
  }

  private VerdictsDocument read(String text) throws IOException {
    Files.writeString(file, text, StandardCharsets.UTF_8);
    return VerdictsDocument.readAll(folder).get(0);
  }
}
