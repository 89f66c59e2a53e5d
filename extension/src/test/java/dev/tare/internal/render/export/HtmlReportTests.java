package dev.tare.internal.render.export;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.render.FixedReports;
import dev.tare.internal.render.GoldenFile;
import dev.tare.internal.render.VerdictJson;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Report;
import dev.tare.model.Report.TestId;
import dev.tare.model.Sampling;
import dev.tare.unit.DataSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HtmlReportTests {

  private static final Figure ALLOCATED = new Figure("allocated-bytes", "allocated bytes", true);

  @TempDir Path folder;

  @Test
  void pageHasTheVerdictsAsTheyAreInTheFile() throws IOException {
    write("verdicts-4711-1.json", all());

    String data = data();

    GoldenFile.assertHolds("report-data.txt", data);
    assertThat(data.replace("\\u003c", "<"))
        .isEqualTo(
            FixedReports.document(all())
                .replace(",\n", "\n")
                .replaceFirst("\\[\n", "[]}\n")
                .replaceFirst("\n]}\n$", "\n"));
  }

  private static List<Report> all() {
    return FixedReports.all().values().stream().map(Supplier::get).toList();
  }

  @Test
  void severalVerdictsOfTheLastRunOnAFigureAllCount() throws IOException {
    write("verdicts-1-1.json", List.of(report("get", 1), report("get", 2)));
    write("verdicts-1-2.json", List.of(report("get", 10), report("get", 20)));

    assertThat(data().lines().skip(1))
        .satisfiesExactly(
            first -> assertThat(first).contains("{\"value\":10,"),
            second -> assertThat(second).contains("{\"value\":20,"));
  }

  @Test
  void lastRunOfATestInAJvmCounts() throws IOException {
    writeTwoRuns("verdicts-1-1.json");

    assertThat(data().lines().skip(1))
        .satisfiesExactly(
            other -> assertThat(other).contains("\"put\"", "{\"value\":7,"),
            last -> assertThat(last).contains("{\"value\":30,", "\"run\":2"));
  }

  private void writeTwoRuns(String name) throws IOException {
    Files.writeString(
        folder.resolve(name),
        VerdictJson.opening(FixedReports.JVM)
            + VerdictJson.entries(report("get", 300), 1).substring(1)
            + VerdictJson.entries(report("put", 7), 1)
            + VerdictJson.entries(report("get", 30), 2)
            + VerdictJson.closing());
  }

  @Test
  void largeFilesOfEarlierBuildsAreNotReadAtTheEndOfARun() throws IOException {
    write("verdicts-1-1.json", List.of(report("oldest", 1)));
    write("verdicts-1-2.json", List.of(report("old", 2)));
    write("verdicts-1-3.json", List.of(report("ofAnotherFork", 3)));
    write("verdicts-1-4.json", List.of(report("latest", 4)));
    rewrite("verdicts-1-1.json", text -> text.replace("4700-", "4600-"));
    rewrite(
        "verdicts-1-2.json",
        text -> text.replace("4700-", "4600-").replaceFirst("\n", "\n" + " ".repeat(5_000_000)));
    rewrite("verdicts-1-3.json", text -> text.replaceFirst("\n", "\n" + " ".repeat(9_000_000)));

    String ofRun = page();

    assertThat(ofRun.contains("\"latest\"")).isTrue();
    assertThat(ofRun.contains("\"ofAnotherFork\"")).isTrue();
    assertThat(ofRun.contains("\"old\"")).isFalse();
    assertThat(ofRun.contains("\"oldest\"")).isFalse();
  }

  private void rewrite(String name, UnaryOperator<String> change) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, change.apply(Files.readString(file)));
  }

  @Test
  void namesCannotEndTheData() throws IOException {
    String name = "</script><script>alert(1)</script><!-- {verdicts} {script}";
    write("verdicts-1-1.json", List.of(report(name, 1)));

    assertThat(page()).doesNotContain("alert(1)</script>").doesNotContain("<!-- {verdicts}");
    assertThat(data())
        .contains(
            "\"method\":\"\\u003c/script>\\u003cscript>alert(1)\\u003c/script>\\u003c!-- {verdicts} {script}\"");
  }

  @Test
  void lineOfAKilledJvmIsLeftOut() throws IOException {
    write("verdicts-1-1.json", List.of(report("get", 1), report("put", 2)));
    Path file = folder.resolve("verdicts-1-1.json");
    String text = Files.readString(file);
    Files.writeString(file, text.substring(0, text.indexOf("\"put\"") + 30));

    assertThat(data().lines()).hasSize(2).last().asString().contains("\"get\"");
  }

  @Test
  void filesOfOtherProgramsAreLeftOut() throws IOException {
    write("verdicts-1-1.json", List.of(report("get", 1)));
    String verdict = FixedReports.document(List.of(report("get", 2))).lines().toList().get(1);
    Files.writeString(folder.resolve("verdicts-1-2.json"), "[\n" + verdict + "\n]\n");
    Files.writeString(folder.resolve("verdicts-1-3.json"), "");
    Files.writeString(folder.resolve("verdicts-1-99999999999999999999.json"), "{}\n");

    assertThat(data().lines().skip(1))
        .singleElement()
        .asString()
        .contains("\"measured\":{\"value\":1,");
  }

  @Test
  void policyAllowsTheScriptAndTheStyleOfThePageAlone() throws Exception {
    write("verdicts-1-1.json", all());

    String page = page();
    String policy =
        "script-src 'sha256-%s'; style-src 'sha256-%s'"
            .formatted(digest(page, "<script>", "</script>"), digest(page, "<style>", "</style>"));

    // computed here and not in each run, where it takes as long as all else
    GoldenFile.assertHolds(
        "../../../../../../main/resources/dev/tare/internal/render/export/report.policy", policy);
    assertThat(page)
        .contains("content=\"default-src 'none'; base-uri 'none'; form-action 'none'; " + policy)
        .doesNotContain("style=\"")
        .doesNotContainPattern("https?://(?!www.w3.org/|d3js.org|www.apache.org/licenses/)");
  }

  private static String digest(String page, String begin, String end) throws Exception {
    int from = page.lastIndexOf(begin) + begin.length();
    String text = page.substring(from, page.indexOf(end, from));
    assertThat(text).hasSizeGreaterThan(1_000);
    return Base64.getEncoder()
        .encodeToString(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)));
  }

  @Test
  void pageHasTheLicenceOfItsLibrary() throws IOException {
    assertThat(page())
        .contains("Copyright 2010-2023 Mike Bostock", "Permission to use, copy, modify");
  }

  private String page() throws IOException {
    return new String(HtmlReport.render(folder), UTF_8);
  }

  private String data() throws IOException {
    Matcher data =
        Pattern.compile("id=\"verdicts\">\n(.*?)</script>", Pattern.DOTALL).matcher(page());
    assertThat(data.find()).isTrue();
    return data.group(1);
  }

  private void write(String name, List<Report> reports) throws IOException {
    Files.writeString(folder.resolve(name), FixedReports.document(reports));
  }

  private static Report report(String method, long bytes) {
    DataSize size = new DataSize(bytes);
    return new Report(
        new TestId("com.acme.CacheTests", method, ""),
        List.of(
            Budget.atMost(ALLOCATED, new DataSize(100))
                .judge(Observed.exact(ALLOCATED, size, Sampling.single(size), List.of()))));
  }
}
