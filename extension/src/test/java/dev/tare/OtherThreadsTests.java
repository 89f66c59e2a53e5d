package dev.tare;

import static dev.tare.assertj.TareAssertions.assertThatCalling;
import static dev.tare.assertj.TareAssertions.assertThatGraphOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder.request;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tare.testing.WeavesOrWalks;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.platform.launcher.core.LauncherFactory;

/** Assertions in threads that a test has started: their verdicts belong to the test's run. */
@Isolated("captures the standard output")
@TestInstance(Lifecycle.PER_CLASS) // the test cases run once for all
@WeavesOrWalks
class OtherThreadsTests {

  private String printed = "";
  private List<JsonObject> verdicts = List.of();

  @BeforeAll
  void run(@TempDir Path folder) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream console = System.out;
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    try {
      LauncherFactory.create()
          .execute(
              request()
                  .configurationParameter("tare.print", "table")
                  .configurationParameter("tare.report.directory", folder.toString())
                  .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
                  .selectors(selectClass(ThreadTestCases.class))
                  .build());
    } finally {
      System.setOut(console);
    }
    printed = out.toString(StandardCharsets.UTF_8);
    try (Stream<Path> files = Files.list(folder)) {
      verdicts =
          JsonParser.parseString(
                  Files.readString(
                      files
                          .filter(found -> found.toString().contains("verdicts-"))
                          .findFirst()
                          .orElseThrow()))
              .getAsJsonObject()
              .getAsJsonArray("verdicts")
              .asList()
              .stream()
              .map(JsonElement::getAsJsonObject)
              .toList();
    }
  }

  @Test
  void verdictsAreInTheFile() {
    assertThat(verdicts)
        .extracting(
            verdict ->
                "%s %s %s"
                    .formatted(
                        verdict.get("method").getAsString(),
                        verdict.get("metric").getAsString(),
                        verdict.get("outcome").getAsString()))
        .containsExactlyInAnyOrder(
            "future allocated-bytes exceeded",
            "future retained-size within",
            "thread allocated-bytes within");
    assertThat(verdicts)
        .extracting(verdict -> verdict.get("class").getAsString())
        .containsOnly(ThreadTestCases.class.getName());
  }

  @Test
  void verdictsAreInTheClosingTable() {
    assertThat(printed.lines())
        .anyMatch(line -> line.matches(".*future\\(\\) +allocated bytes .* exceeded"))
        .anyMatch(line -> line.matches(".*future\\(\\) +retained size .* within"))
        .anyMatch(line -> line.matches(".*thread\\(\\) +allocated bytes .* within"))
        .anyMatch(line -> line.startsWith("Tare: 2 within, 1 exceeded"));
  }

  static class ThreadTestCases {

    @Test
    void future() {
      CompletableFuture.runAsync(
              () -> {
                assertThatGraphOf(new byte[1_000]).retainsAtMost("1 KiB");
                assertThatCalling(() -> new byte[1_000]).allocatesNothing();
              })
          .join();
    }

    @Test
    void thread() throws InterruptedException {
      Thread thread =
          new Thread(() -> assertThatCalling(() -> new byte[1_000]).allocatesAtMost("1 KiB"));
      thread.start();
      thread.join();
    }
  }
}
