package dev.tare.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tare.ExecutedTests;
import dev.tare.model.Budget;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Report;
import dev.tare.model.Sampling;
import dev.tare.unit.Count;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerdictFileTests {

  @TempDir Path folder;

  @Test
  void holdsEveryVerdictOfSeveralRunsInOneJvm() throws IOException {
    ExecutedTests.jupiter(
        PolicyTests.VerdictTestCases.class, Configuration.REPORT_DIRECTORY, folder.toString());
    ExecutedTests.jupiter(
        SitesTests.SeveralTestCases.class, Configuration.REPORT_DIRECTORY, folder.toString());

    assertThat(verdicts())
        .extracting(verdict -> verdict.get("method").getAsString())
        .contains("within", "exactly", "exceeded", "unmeasured", "inconclusive", "both")
        .hasSize(5 + 6);
    assertThat(verdicts())
        .filteredOn(verdict -> verdict.get("method").getAsString().equals("exceeded"))
        .singleElement()
        .satisfies(
            verdict -> {
              assertThat(verdict.get("class").getAsString())
                  .isEqualTo(PolicyTests.VerdictTestCases.class.getName());
              assertThat(verdict.get("outcome").getAsString()).isEqualTo("exceeded");
            });
  }

  @Test
  void isNamedByProcessAndStart() {
    VerdictFile file = file();
    file.append(report("one"));

    assertThat(Path.of(String.valueOf(file.location())).getFileName())
        .hasToString(
            "verdicts-%d-%d.json"
                .formatted(
                    ProcessHandle.current().pid(),
                    ManagementFactory.getRuntimeMXBean().getStartTime()));
  }

  @Test
  void isWellFormedAfterEveryReport() throws IOException {
    VerdictFile file = file();

    for (int i = 1; i <= 5; i++) {
      file.append(report("test" + i));
      assertThat(verdicts()).hasSize(i);
    }
  }

  @Test
  void losesNothingWhenManyThreadsWrite() throws IOException {
    IntStream.range(0, 400).parallel().forEach(i -> file().append(report("test" + i)));

    assertThat(verdicts())
        .extracting(verdict -> verdict.get("method").getAsString())
        .doesNotHaveDuplicates()
        .hasSize(400);
  }

  @Test
  void namesTheKeyWhenItCannotBeWritten() throws IOException {
    Path occupied = Files.createFile(folder.resolve("occupied"));
    VerdictFile file = file(occupied.toString());

    assertThatExceptionOfType(UncheckedIOException.class)
        .isThrownBy(() -> file.append(report("one")))
        .withMessageContaining("occupied")
        .withMessageContaining(Configuration.REPORT_DIRECTORY);
  }

  @Test
  void isNotWrittenWhereNoneIsWanted() throws IOException {
    VerdictFile file = file("none");
    file.append(report("one"));

    assertThat(file.location()).isNull();
    assertThat(folder).isEmptyDirectory();
  }

  private VerdictFile file() {
    return file(folder.toString());
  }

  private static VerdictFile file(String directory) {
    return VerdictFile.of(
        new Configuration(
            key -> Optional.of(directory).filter(d -> key.equals(Configuration.REPORT_DIRECTORY))));
  }

  private static Report report(String method) {
    Count one = new Count(1);
    Budget budget = Budget.atMost(MaxCalls.Calls.FIGURE, one);
    return new Report(
        new Report.Test("com.shop.CartTests", method, ""),
        List.of(
            budget.judge(Observed.exact(budget.figure(), one, Sampling.single(one), List.of()))));
  }

  private List<JsonObject> verdicts() throws IOException {
    try (var files = Files.list(folder)) {
      JsonArray verdicts =
          JsonParser.parseString(Files.readString(files.findFirst().orElseThrow()))
              .getAsJsonObject()
              .getAsJsonArray("verdicts");
      return verdicts.asList().stream().map(JsonElement::getAsJsonObject).toList();
    }
  }
}
