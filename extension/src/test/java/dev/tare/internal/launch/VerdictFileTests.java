package dev.tare.internal.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tare.ExecutedTests;
import dev.tare.extension.Configuration;
import dev.tare.extension.ConfigurationKey;
import dev.tare.internal.jupiter.MaxCalls;
import dev.tare.internal.jupiter.PolicyTests;
import dev.tare.internal.jupiter.SitesTests;
import dev.tare.model.Budget;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Report;
import dev.tare.model.Sampling;
import dev.tare.testing.SameOnEveryJdk;
import dev.tare.unit.Count;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SameOnEveryJdk
class VerdictFileTests {

  @TempDir Path folder;

  @Test
  void fileHoldsEveryVerdictOfSeveralRunsInOneJvm() throws IOException {
    ExecutedTests.jupiter(
        PolicyTests.VerdictTestCases.class,
        ConfigurationKey.REPORT_DIRECTORY.key(),
        folder.toString());
    ExecutedTests.jupiter(
        SitesTests.SeveralTestCases.class,
        ConfigurationKey.REPORT_DIRECTORY.key(),
        folder.toString());

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
  void fileIsNamedByProcessAndStart() {
    assertThat(file().append(report("one")))
        .hasValue(
            folder
                .resolve(
                    "verdicts-%d-%d.json"
                        .formatted(
                            ProcessHandle.current().pid(),
                            ManagementFactory.getRuntimeMXBean().getStartTime()))
                .toString());
  }

  @Test
  void reportIsInTheFileAsSoonAsItIsAppended() throws IOException {
    VerdictFile file = file();

    for (int i = 1; i <= 5; i++) {
      file.append(report("test" + i));
      assertThat(verdicts()).hasSize(i);
    }
  }

  @Test
  void noVerdictIsLostWhenManyThreadsWrite() throws IOException {
    IntStream.range(0, 400).parallel().forEach(i -> file().append(report("test" + i)));

    assertThat(verdicts())
        .extracting(verdict -> verdict.get("method").getAsString())
        .doesNotHaveDuplicates()
        .hasSize(400);
  }

  @Test
  void verdictsAreMissingAfterAWriteThatFails() throws IOException {
    Path path = folder.resolve("verdicts.json");
    VerdictFile file = new VerdictFile(path, 1);
    file.append(report("earlier"));
    Files.delete(path);
    Files.createDirectory(path); // has a length, and cannot be opened

    assertThat(file.append(report("first"))).isEmpty();
    assertThat(file.append(report("second"))).isEmpty();
    Files.delete(path);
    assertThat(file.append(report("third"))).isNotEmpty();

    assertThat(methods()).containsExactly("third");
    assertThat(file.missing().orElseThrow())
        .contains("verdicts.json, which lacks the verdicts of 2 tests")
        .contains("tare.report.directory names another folder");
  }

  /** As a full disk leaves it, here for another run in the same JVM. */
  @Test
  void nothingIsWrittenBehindATornEnd() throws IOException {
    Path path = folder.resolve("verdicts.json");
    new VerdictFile(path, 1).append(report("earlier"));
    Files.writeString(path, "{\"half", StandardOpenOption.APPEND);
    String torn = Files.readString(path);
    VerdictFile file = new VerdictFile(path, 2);

    assertThat(file.append(report("first"))).isEmpty();

    assertThat(path).hasContent(torn);
    assertThat(file.missing().orElseThrow()).contains("has no end since an earlier write failed");
  }

  /** As a JVM that was killed before it wrote the first verdict would have left it. */
  @Test
  void emptyFileIsReplaced() throws IOException {
    VerdictFile file = new VerdictFile(folder.resolve("verdicts.json"), 1);
    Files.createFile(folder.resolve("verdicts.json"));

    file.append(report("first"));
    file.append(report("second"));

    assertThat(methods()).containsExactly("first", "second");
  }

  @Test
  void fileIsCreatedAgainWhenItsFolderIsDeleted() throws IOException {
    Path inner = folder.resolve("inner");
    VerdictFile file = file(inner.toString());
    Path written = Path.of(file.append(report("before")).orElseThrow());
    Files.delete(written);
    Files.delete(inner);

    Path again = Path.of(file.append(report("after")).orElseThrow());

    assertThat(JsonParser.parseString(Files.readString(again)).isJsonObject()).isTrue();
    assertThat(again).content().contains("after").doesNotContain("before");
  }

  @Test
  void interruptedThreadWritesTheFile() throws IOException {
    VerdictFile file = file();

    Thread.currentThread().interrupt();
    Optional<String> first = file.append(report("first"));
    Optional<String> second = file.append(report("second"));

    assertThat(Thread.interrupted()).isTrue();
    assertThat(first).isPresent().isEqualTo(second);
    assertThat(methods()).containsExactly("first", "second");
  }

  @Test
  void messageDoesNotNameAFileThatCannotBeWritten() throws IOException {
    Path occupied = Files.createFile(folder.resolve("occupied"));

    assertThat(exceeded(folder)).hasMessageContaining("\n  report      " + folder);
    assertThat(exceeded(occupied))
        .hasMessageContaining("exceed")
        .message()
        .doesNotContain("report");
  }

  private static Throwable exceeded(Path directory) {
    return ExecutedTests.jupiter(
            PolicyTests.VerdictTestCases.class,
            ConfigurationKey.REPORT_DIRECTORY.key(),
            directory.toString())
        .failure("exceeded");
  }

  @Test
  void noFileIsWrittenIfSwitchedOff() {
    VerdictFile file = file("none");

    assertThat(file.append(report("one"))).isEmpty();
    assertThat(file.missing()).isEmpty();
    assertThat(folder).isEmptyDirectory();
  }

  private VerdictFile file() {
    return file(folder.toString());
  }

  private static VerdictFile file(String directory) {
    return VerdictFile.of(
        new Configuration(
            key ->
                Optional.of(directory)
                    .filter(d -> key.equals(ConfigurationKey.REPORT_DIRECTORY.key()))),
        1);
  }

  private static Report report(String method) {
    Count one = new Count(1);
    Budget budget = Budget.atMost(MaxCalls.Calls.FIGURE, one);
    return new Report(
        new Report.TestId("com.shop.CartTests", method, ""),
        List.of(
            budget.judge(Observed.exact(budget.figure(), one, Sampling.single(one), List.of()))));
  }

  private List<String> methods() throws IOException {
    return verdicts().stream().map(verdict -> verdict.get("method").getAsString()).toList();
  }

  /** Returns the verdicts of the file, which must be a well-formed document. */
  private List<JsonObject> verdicts() throws IOException {
    JsonObject document = JsonParser.parseString(text()).getAsJsonObject();
    assertThat(document.get("schema").getAsString()).isEqualTo("tare-verdicts");
    return document.getAsJsonArray("verdicts").asList().stream()
        .map(JsonElement::getAsJsonObject)
        .toList();
  }

  private String text() throws IOException {
    try (var files = Files.newDirectoryStream(folder, "verdicts*.json")) {
      return Files.readString(files.iterator().next());
    }
  }
}
