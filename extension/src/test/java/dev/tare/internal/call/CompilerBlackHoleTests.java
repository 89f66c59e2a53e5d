package dev.tare.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tare.internal.agent.ChildJvm;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Black holes, checked by the counter of allocated bytes: C2 removes unused objects. */
class CompilerBlackHoleTests {

  private static final List<String> OPTIONS = CompilerBlackHole.options(List.of());

  private static List<String> lines(List<String> options) {
    List<String> all = new ArrayList<>(options);
    all.add("-Xbatch");
    return ChildJvm.run(all, BlackHoleProbe.class).out().lines().toList();
  }

  @Test
  void returnedObjectIsCreated() {
    assertThat(lines(OPTIONS)).containsExactly("24 B", "[500001]");
  }

  @Test
  void returnedObjectIsCreatedIfTheJvmIgnoresTheOptions() {
    assumeThat(OPTIONS).isNotEmpty();
    List<String> locked = new ArrayList<>(OPTIONS);
    locked.add("-XX:-UnlockExperimentalVMOptions");

    // if the method is no black hole, C2 creates no object: 0 B
    assertThat(lines(locked)).endsWith("24 B", "[500001]");
  }

  @Test
  void returnedObjectIsCreatedWithoutTheOptions() {
    assumeThat(OPTIONS).isNotEmpty();
    List<String> notTold =
        OPTIONS.stream().filter(option -> !option.contains("=blackhole,")).toList();

    assertThat(lines(notTold)).containsExactly("24 B", "[500001]");
  }

  @Test
  void otherCompilersGetNoOptions() {
    assertThat(CompilerBlackHole.options(List.of("-ea", "-XX:+UseJVMCICompiler"))).isEmpty();
  }
}
