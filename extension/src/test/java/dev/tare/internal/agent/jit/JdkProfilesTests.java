package dev.tare.internal.agent.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.agent.ChildJvm;
import dev.tare.internal.agent.ProfilesProbe;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The oracle is what the JIT says of the methods that it inlines, which it does by their profile.
 */
class JdkProfilesTests {

  private static final String TEXTS = "java.lang.String::compareTo ";
  private static final String NUMBERS = "java.lang.Integer::compareTo ";

  private static String inlined(String whether, String... options) {
    // no thread of its own for the JIT: what it prints of a method stands where that was called
    List<String> all =
        new ArrayList<>(
            List.of(
                "-Xbatch",
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:CompileCommand=quiet",
                "-XX:CompileCommand=PrintInlining,java.util.TreeMap::*"));
    all.addAll(List.of(options));
    ChildJvm child = ChildJvm.run(all, ProfilesProbe.class, whether);
    assertThat(child.err()).isEmpty();
    int mark = child.out().indexOf(ProfilesProbe.MARK);
    assertThat(child.out().substring(0, mark)).contains(TEXTS);
    return child.out().substring(mark);
  }

  @Test
  void discardedProfilesDoNotAffectTheJit() {
    assertThat(inlined("forget", "-XX:+EnableDynamicAgentLoading"))
        .contains(NUMBERS, "120000 no obstacle")
        .doesNotContain(TEXTS);
  }

  @Test
  void keptProfilesAffectTheJit() {
    assertThat(inlined("keep", "-XX:+EnableDynamicAgentLoading")).contains(NUMBERS, TEXTS);
  }

  @Test
  void obstacleNamesTheReason() {
    assertThat(inlined("forget", "--limit-modules=java.base,java.instrument,java.management"))
        .contains("120000 this Java runtime lacks the module jdk.management");
  }
}
