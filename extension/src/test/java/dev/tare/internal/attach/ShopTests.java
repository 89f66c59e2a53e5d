package dev.tare.internal.attach;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.function.UnaryOperator.identity;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.testing.SameOnEveryJdk;
import dev.tare.testing.WeavesOrWalks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Prints the recordings that docs/guide/agent.md shows. */
@WeavesOrWalks
@SameOnEveryJdk
class ShopTests {

  private static final Path GOLDEN_FILES =
      Path.of(System.getProperty("basedir", "."))
          .resolve("src/test/resources/dev/tare/internal/attach");

  @TempDir Path folder;

  @Test
  void recordingPrintsTheOutputOfTheGuide() throws Exception {
    Command command = served();

    assertThat(command.sum()).isEqualTo(command.total());
    assertThat(command.threadSum()).isEqualTo(command.total());
    assertThat(command.bytes("server-0$")).isBetween(652_000L, 1_000_000L);
    assertThat(command.bytes("server-1$")).isBetween(652_000L, 1_000_000L);
    assertMatchesGoldenFile("shop.txt", command.out(), identity());
  }

  @Test
  void recordingOfCallsPrintsTheOutputOfTheGuide() throws Exception {
    // a method that was interrupted has the largest own time, which comes first
    assertMatchesGoldenFile(
        "shop-calls.txt",
        served("mode=calls").out(),
        text -> text.lines().sorted().collect(joining("\n")));
  }

  private Command served(String... options) throws Exception {
    Path jar = AgentJarFile.write(folder.resolve("agent.jar"));
    try (Target target = Target.start("-XX:+EnableDynamicAgentLoading")) {
      target.ask("sell 1 1"); // loads the class
      String shop = "include=dev.tare.internal.attach.Shop";
      return target.recorded(
          jar, "serve 2 500", Stream.concat(Stream.of(shop), Stream.of(options)));
    }
  }

  /**
   * Compares with a golden file.
   *
   * @param normalization removes a line order that differs from run to run
   */
  private static void assertMatchesGoldenFile(
      String file, String text, UnaryOperator<String> normalization) throws IOException {
    Path path = GOLDEN_FILES.resolve(file);
    String golden = Files.exists(path) ? Files.readString(path, UTF_8) : "";
    if ("write".equals(System.getProperty("build.golden"))
        && !normalization.apply(comparable(golden)).equals(normalization.apply(comparable(text)))) {
      Files.createDirectories(GOLDEN_FILES);
      Files.writeString(path, text + "\n", UTF_8);
      golden = text;
    }
    assertThat(normalization.apply(comparable(text)))
        .isEqualTo(normalization.apply(comparable(golden)));
  }

  /**
   * Returns the text without the parts that differ from run to run: numbers, the shares and widths
   * that follow from them, and the threads, since the JVM's own may be missing in a run.
   */
  private static String comparable(String text) {
    return text.strip()
        .replaceAll("Process \\d+ allocated .*", "Process <pid> allocated <bytes>")
        .replaceAll("Process \\d+ made", "Process <pid> made")
        .replaceAll("[\\d.,]+ (ns|us|ms|s)\\b", "<time>")
        .replaceAll("\n.* (the recording itself|outside of the chosen code)(?=\n)", "")
        .replaceAll("(?s)\n +share +bytes( +threads)? +thread\n.*?(?=\n +recorded )", "\n<threads>")
        .replaceAll("\n +[\\d.]+ %", "\n")
        .replaceAll("recorded .*", "recorded <so>")
        .replaceAll(" +", " ");
  }
}
