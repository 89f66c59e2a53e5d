package dev.tare.internal.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.extension.Configuration;
import dev.tare.extension.ConfigurationKey;
import dev.tare.internal.agent.ChildJvm;
import dev.tare.internal.render.FixedReports;
import dev.tare.model.Report;
import dev.tare.testing.SameOnEveryJdk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SameOnEveryJdk
class ExportFilesTests {

  @TempDir Path folder;

  @Test
  void pageAndSummaryAreWrittenByDefault() {
    assertThat(write(Map.of())).isEmpty();

    assertThat(names())
        .hasSize(2)
        .contains("report.html")
        .allMatch(name -> name.matches("report.html|summary-\\d+-\\d+\\.md"));
  }

  @Test
  void laterRunsAreAppendedToTheSummary() {
    ExportFiles files = new ExportFiles();
    files.add(configuration(Map.of()), reports().subList(0, 1));
    assertThat(files.endRun()).isEmpty();
    for (Report report : reports()) {
      files.add(configuration(Map.of()), List.of(report));
    }

    assertThat(files.write()).as("what the JVM does at its end").isEmpty();

    assertThat(summary().split("### Tare: ", -1)).hasSize(3);
    assertThat(summary()).contains("OrderParserTests.parsesOneLine()", "LookupTests.proxy()");
  }

  @Test
  void summaryOfLaterRunsHasTheLastVerdictsOfATest() {
    ExportFiles files = new ExportFiles();
    for (int run = 1; run <= 3; run++) {
      files.add(configuration(Map.of()), reports().subList(0, 1));
    }

    assertThat(files.write()).isEmpty();

    assertThat(summary()).startsWith("### Tare: 0 within, 1 exceeded\n");
  }

  @Test
  void laterRunsAreWrittenWhenTheJvmEnds() {
    ChildJvm child = ChildJvm.run(List.of(), ExportsProbe.class, folder.toString());

    assertThat(child.out()).as(child.err()).isEqualTo("111");
    assertThat(summary()).startsWith("### Tare: 1 within").contains("### Tare: 2 within");
  }

  @Test
  void launcherWithoutRunsWritesNothing() {
    assertThat(new ExportFiles().write()).isEmpty();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void pageHasVerdictsThatAnotherJvmWritesMeanwhile() {
    VerdictFile other = new VerdictFile(folder.resolve("verdicts-1-1.json"), 1);
    AtomicInteger pages = new AtomicInteger();
    ExportFiles files = new ExportFiles();
    files.betweenReadingAndWriting =
        () -> {
          if (pages.incrementAndGet() == 1) {
            other.append(reports().get(0));
            assertThat(write(Map.of())).as("the other JVM").isEmpty();
          }
        };
    files.add(configuration(Map.of()), reports());

    assertThat(files.endRun()).isEmpty();

    assertThat(pages).hasValue(2);
    assertThat(names()).hasSize(3).contains("report.html");
    assertThat(folder.resolve("report.html"))
        .content()
        .contains("\"method\":\"" + reports().get(0).test().method() + '"')
        .endsWith("</html>\n");
  }

  @Test
  void failuresAreReported() throws IOException {
    Path occupied = Files.createFile(folder.resolve("occupied"));

    assertThat(write(Map.of(ConfigurationKey.REPORT_DIRECTORY.key(), occupied.toString())))
        .satisfiesExactly(
            page ->
                assertThat(page)
                    .startsWith("cannot write " + occupied.resolve("report.html"))
                    .contains("tare.report.directory names another folder"),
            summary -> assertThat(summary).startsWith("cannot write " + occupied));
  }

  @Test
  void nothingIsWrittenWithoutAFolder() {
    assertThat(write(Map.of(ConfigurationKey.REPORT_DIRECTORY.key(), "none"))).isEmpty();
    assertThat(folder).isEmptyDirectory();
  }

  private List<String> write(Map<String, String> keys) {
    ExportFiles files = new ExportFiles();
    files.add(configuration(keys), reports());
    return files.endRun();
  }

  private static List<Report> reports() {
    return FixedReports.all().values().stream().map(Supplier::get).toList();
  }

  private Configuration configuration(Map<String, String> keys) {
    return new Configuration(
        key ->
            key.equals(ConfigurationKey.REPORT_DIRECTORY.key())
                ? Optional.of(keys.getOrDefault(key, folder.toString()))
                : Optional.ofNullable(keys.get(key)));
  }

  private String summary() {
    try (var files = Files.newDirectoryStream(folder, "summary-*.md")) {
      return Files.readString(files.iterator().next());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> names() {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
