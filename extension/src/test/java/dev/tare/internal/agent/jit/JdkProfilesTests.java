package dev.tare.internal.agent.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.agent.ChildJvm;
import dev.tare.internal.agent.ProfilesProbe;
import dev.tare.testing.NeedsC2;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Checks what the JIT prints about the methods that it inlines, which it chooses by the profiles.
 */
@NeedsC2
class JdkProfilesTests {

  private static final String TEXTS = "java.lang.String::compareTo ";
  private static final String NUMBERS = "java.lang.Integer::compareTo ";

  private static String inlined(String mode, String... options) {
    // -Xbatch: the JIT prints about a method where the method is called, not later
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-Xbatch",
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:CompileCommand=quiet",
                "-XX:CompileCommand=PrintInlining,java.util.TreeMap::*"));
    arguments.addAll(List.of(options));
    ChildJvm child = ChildJvm.run(arguments, ProfilesProbe.class, mode);
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
