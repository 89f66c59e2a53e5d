package dev.tare.internal.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.extension.Configuration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("opens a run that contains every test")
class SuiteKeysTests {

  private static final Map<String, String> KEYS =
      Map.of(
          "junit.jupiter.testinstance.lifecycle.default", "per_class",
          "tare.inconclusive", "fail",
          "tare.print", "all",
          "junit.platform.output.capture.stdout", "true",
          "own.key", "1");

  @Test
  void forkedTestHasTheKeysOfJupiterAndTareAndPrintsNothing() {
    Configuration configuration = new Configuration(key -> Optional.ofNullable(KEYS.get(key)));
    try (LauncherRun run =
        LauncherRun.open(id -> id.equals("[test]"), KEYS.keySet(), KEYS::get, new ExportFiles())) {
      assertThat(SuiteKeys.forForkedTest("[test]", configuration))
          .containsEntry("junit.jupiter.testinstance.lifecycle.default", "per_class")
          .containsEntry("tare.inconclusive", "fail")
          .containsEntry("tare.print", "none")
          .doesNotContainKeys("junit.platform.output.capture.stdout", "own.key");
      assertThat(run.keys()).isEqualTo(KEYS.keySet());
    }
  }
}
