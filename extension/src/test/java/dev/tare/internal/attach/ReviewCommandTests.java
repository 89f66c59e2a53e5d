package dev.tare.internal.attach;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.render.FixedReports;
import dev.tare.model.Report;
import dev.tare.testing.SameOnEveryJdk;
import dev.tare.testing.WeavesOrWalks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@WeavesOrWalks
@SameOnEveryJdk
class ReviewCommandTests {

  @TempDir Path folder;

  @BeforeEach
  void writeVerdicts() throws IOException {
    List<Report> reports = FixedReports.all().values().stream().map(Supplier::get).toList();
    Path before = Files.createDirectories(folder.resolve("before"));
    Path after = Files.createDirectories(folder.resolve("after/module/target/tare"));
    Files.writeString(
        before.resolve("verdicts-1-1.json"), FixedReports.document(reports.subList(1, 9)));
    Files.writeString(after.resolve("verdicts-2-2.json"), FixedReports.document(reports));
    Files.writeString(after.resolve("jmh-2-2.json"), "[]");
  }

  @Test
  void mergedVerdictsArePrinted() throws Exception {
    Command merge = run("merge", path("after"));

    assertThat(merge.exit()).as(merge.err()).isZero();
    assertThat(merge.out()).startsWith("### Tare: 4 within, 3 inconclusive, 2 unmeasured");
    assertThat(merge.err()).isEmpty();
  }

  @Test
  void filesAreReadOnce() throws Exception {
    Command merge = run("merge", path("after"), path("after/module/target/tare/verdicts-2-2.json"));

    assertThat(merge.out()).doesNotContain("left out");
  }

  @Test
  void comparisonIsPrinted() throws Exception {
    Command compare = run("compare", path("before"), path("after"));

    assertThat(compare.exit()).as(compare.err()).isZero();
    assertThat(compare.out()).startsWith("### Tare: ").contains(" new, ", " unchanged");
  }

  @Test
  void outputIsWrittenToAFile() throws Exception {
    Command merge = run("merge", "output=" + path("new/review.md"), path("after"));

    assertThat(merge.exit()).as(merge.err()).isZero();
    assertThat(merge.out()).isEmpty();
    assertThat(folder.resolve("new/review.md")).content().startsWith("### Tare: ");
  }

  @Test
  void pageHasTheEarlierValuesOfFoldersThatAreMerged() throws Exception {
    Files.writeString(
        folder.resolve("after/module/target/tare/census-2-2.json"),
        "{\"schema\":\"tare-census\",\"tests\":[]}");

    Command merge =
        run("merge", path("before"), path("after"), "output=" + path("new/report.html"));

    assertThat(merge.exit()).as(merge.err()).isZero();
    assertThat(Files.readString(folder.resolve("new/report.html")))
        .startsWith("<!doctype html>")
        .contains(
            "\"earlier\":[[\"2026-11-20T10:15:30Z\",\"exceeded\",",
            "{\"schema\":\"tare-census\",\"tests\":[]}");
  }

  @Test
  void severalFormsAreWritten() throws Exception {
    Command merge =
        run(
            "merge",
            path("after"),
            "output=" + path("review.md"),
            "output=" + path("lines.sarif"),
            "output=" + path("jmh.json"),
            "output=" + path("samples.csv"));

    assertThat(merge.exit()).as(merge.err()).isZero();
    assertThat(folder.resolve("review.md")).content().startsWith("### Tare: ");
    assertThat(folder.resolve("jmh.json")).content().contains("\"jmhVersion\"");
    assertThat(folder.resolve("samples.csv")).content().contains(",lookup,");
    assertThat(folder.resolve("lines.sarif")).content().startsWith("{\"$schema\":");
  }

  @Test
  void mistakesAreRefused() throws Exception {
    assertRefused(
        ExitCode.USAGE, "merge needs at least one folder, for example merge core/target", "merge");
    assertRefused(
        ExitCode.USAGE,
        "compare needs two files or folders, for example compare before/tare target/tare",
        "compare",
        path("after"));
    assertRefused(
        ExitCode.USAGE,
        "'output=x.pdf': the name of the file must end in one of .html, .md, .sarif, .json, .csv, for example output=target/review.md",
        "merge",
        path("after"),
        "output=x.pdf");
    assertRefused(
        ExitCode.USAGE,
        "'output=x.sarif': compare writes Markdown, .md",
        "compare",
        path("before"),
        path("after"),
        "output=x.sarif");
    assertRefused(ExitCode.USAGE, "is no path: ", "merge", "a\u0000b");
    assertRefused(
        ExitCode.FAILED, path("absent") + ": there is no such file", "merge", path("absent"));
    assertRefused(
        ExitCode.FAILED,
        "cannot write " + path("before/verdicts-1-1.json/x.md"),
        "merge",
        path("after"),
        "output=" + path("before/verdicts-1-1.json/x.md"));
  }

  private void assertRefused(ExitCode exit, String message, String... arguments) throws Exception {
    Command command = run(arguments);

    assertThat(command.exit()).isEqualTo(exit.code());
    assertThat(command.err()).contains(message).doesNotContain("\n");
    assertThat(command.out()).isEmpty();
  }

  private static Command run(String... arguments) throws Exception {
    Command command = Command.run(Path.of("unused.jar"), arguments);
    command.exit();
    return command;
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }
}
