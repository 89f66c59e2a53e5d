package dev.tare.internal.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.heap.ObjectGraph;
import dev.tare.heap.RetainedFootprint;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("walks the whole heap")
class LauncherRunTests {

  @Test
  void runDoesNotRetainMeasuredObjects() {
    byte[] shared = new byte[1_000];
    Object[] value = {shared};

    RetainedFootprint retention;
    // a static field of Tare's refers to the array now
    try (LauncherRun run =
        LauncherRun.open(
            id -> id.length() == shared.length, Set.of(), key -> null, new ExportFiles())) {
      assertThat(run.keys()).isEmpty();
      retention = ObjectGraph.open().retained(value);
    }

    assertThat(retention.shared().objects().items()).isZero();
    assertThat(retention.retained().size().bytes()).isGreaterThan(1_000);
  }
}
