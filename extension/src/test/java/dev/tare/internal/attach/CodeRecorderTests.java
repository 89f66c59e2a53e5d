package dev.tare.internal.attach;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.Agent.AgentAccess;
import dev.tare.testing.WeavesOrWalks;
import java.lang.instrument.Instrumentation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("weaves classes")
@WeavesOrWalks
class CodeRecorderTests {

  @SuppressWarnings("UnusedVariable") // keeps the JIT from removing the allocation
  private static volatile Object sink = "";

  private final Instrumentation instrumentation =
      ((AgentAccess.Granted) Agent.access()).instrumentation();

  private static final class Chosen {
    static int sum(int one, int other) {
      return one + other;
    }
  }

  @Test
  void bytesOfAThreadCountThoughItsChosenCodeAllocatesNothing() throws Exception {
    Thread chosen = new Thread(() -> allocate(Chosen.sum(1_000_000, 1)), "chosen");
    Thread other = new Thread(CodeRecorderTests::load, "other");
    CodeRecorder recorder =
        new CodeRecorder(
            instrumentation, RecordingOptions.parse("include=" + Chosen.class.getName()));

    for (Thread thread : new Thread[] {chosen, other}) {
      thread.start();
      thread.join();
    }

    assertThat(recorder.stop())
        .contains("outside of the chosen code", " chosen\n")
        .doesNotContain("other\n");
  }

  private static void allocate(int bytes) {
    sink = new byte[bytes];
    sink = Chosen.sum(bytes, 1) > 0;
  }

  /** Loads a class, which the recorder reads on this thread. */
  private static void load() {
    class Loaded {}

    sink = new Loaded();
    sink = new byte[1_000_000];
  }
}
