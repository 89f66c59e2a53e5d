package dev.tare.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tare.internal.agent.ChildJvm;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The oracle is the counter of what a thread allocates: C2 makes no object that nobody needs. */
class CompilerBlackHoleTests {

  private static final List<String> OPTIONS = CompilerBlackHole.options(List.of());

  private static List<String> lines(List<String> options) {
    List<String> all = new ArrayList<>(options);
    all.add("-Xbatch");
    ChildJvm child = ChildJvm.run(all, BlackHoleProbe.class);
    assertThat(child.err()).isEmpty();
    return child.out().lines().toList();
  }

  @Test
  void theValueIsMadeAndTheLastOneKept() {
    assertThat(lines(OPTIONS)).containsExactly("24 B, [500000]", "[500001]");
  }

  @Test
  void theValueIsLeftOutWhereTheJitWasNotTold() {
    assumeThat(OPTIONS).isNotEmpty();
    List<String> notTold =
        OPTIONS.stream().filter(option -> !option.contains("=blackhole,")).toList();

    assertThat(lines(notTold)).containsExactly("0 B, [500000]", "[500001]");
  }

  @Test
  void otherCompilersAreNotTold() {
    assertThat(CompilerBlackHole.options(List.of("-ea", "-XX:+UseJVMCICompiler"))).isEmpty();
  }
}
