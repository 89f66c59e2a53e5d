package dev.tare.internal.agent.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tare.internal.agent.ChildJvm;
import dev.tare.internal.agent.DiagnosticCommand;
import dev.tare.internal.agent.ProfilesProbe;
import dev.tare.testing.NeedsC2;
import dev.tare.workloads.CompiledWork;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import javax.management.JMException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Isolated("other tests would compile and redefine the same classes")
@NeedsC2
class CompiledCodeTests {

  private static final int MAX_ROUNDS = 1_000;

  @Test
  void codeOfAnApplicationClassIsDiscarded() throws JMException {
    compile(CompiledWork.Summing.class, CompiledWork.Summing::sum);

    assertThat(CompiledCode.discardOfApplication()).isTrue();

    assertThat(isCompiled(CompiledWork.Summing.class)).isFalse();
  }

  /**
   * Without a class file of its own, HotSpot doubles NaN constants each time, and crashes or takes
   * minutes after 16 times.
   */
  @Test
  void classWithNanConstantsIsDiscardedRepeatedly() throws JMException {
    for (int i = 0; i < 20; i++) {
      compile(CompiledWork.WithNan.class, CompiledWork.WithNan::count);

      assertThat(CompiledCode.discardOfApplication()).isTrue();
      assertThat(isCompiled(CompiledWork.WithNan.class)).isFalse();
    }
  }

  private static void compile(Class<?> type, IntUnaryOperator work) throws JMException {
    int sum = 0;
    for (int i = 0; i < MAX_ROUNDS && !isCompiled(type); i++) {
      for (int k = 0; k < 1_000; k++) {
        sum += work.applyAsInt(k);
      }
    }
    // HotSpot drops a queued compilation if the method is inlined into its callers in the meantime;
    // using the sum keeps the JIT from removing the work
    assumeThat(isCompiled(type)).as("compiled by itself, sum %s", sum).isTrue();
  }

  private static boolean isCompiled(Class<?> type) throws JMException {
    // the third column is the state: 0 means in use
    return DiagnosticCommand.execute("compilerCodelist")
        .lines()
        .anyMatch(
            line -> line.matches("\\d+ \\d 0 " + type.getName().replace("$", "\\$") + "\\..*"));
  }

  /** A method's name may contain spaces and parentheses; other lines name no method. */
  @Test
  void listHasNumbersAndClassNames() {
    String listing =
        """
        14 4 2 java.lang.Object.<init>()V [0x00007f37bcec7010, 0x00007f37bcec7180]
        23 1 -1 org.example.Parser$Number.parse(Ljava/lang/String;I)I [0x00007f37bcec7710]
          7 3 0 org.example.Main$$Lambda$14/0x0000000800c03000.get()Ljava/lang/Object; [0x0]
        5 4 0 org.example.KotlinTest.finds a row (the first)(I)V [0x00007f37bcec7010]
        5 3 0 Main.main([Ljava/lang/String;)V [0x0]
        Unknown diagnostic command

        """;

    assertThat(CompiledCode.parse(listing, CompiledCode.ANY_LEVEL))
        .containsExactlyInAnyOrder(
            "java.lang.Object",
            "org.example.Parser$Number",
            "org.example.Main$$Lambda$14/0x0000000800c03000",
            "org.example.KotlinTest",
            "Main");
    assertThat(CompiledCode.parse(listing, CompiledCode.C2))
        .containsExactlyInAnyOrder("java.lang.Object", "org.example.KotlinTest");
    assertThat(CompiledCode.parse(listing, CompiledCode.WITHOUT_PROFILE))
        .containsExactly("org.example.Parser$Number");
  }

  /** Listings as JDK 17.0.15 and 25.0.3 print them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        Current compiles:
        C2 CompilerThread0   523       4       java.lang.Integer::toString (55 bytes)

        C1 compile queue:
        Empty

        C2 compile queue:
        Empty
        """,
        """
        Current compiles:

        C1 compile queue:
        Empty

        C2 compile queue:
         524       4       shop.Cart$$Lambda$63/0x00007fe838000c28::apply (8 bytes)
        """
      })
  void runningAndQueuedCompilationsMakeTheQueueBusy(String listing) {
    assertThat(CompiledCode.isBusy(listing)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        Current compiles:

        C1 compile queue:
        Empty

        C2 compile queue:
        Empty
        """,
        "Current compiles:", // -Xint
        ""
      })
  void emptyQueueIsNotBusy(String listing) {
    assertThat(CompiledCode.isBusy(listing)).isFalse();
  }

  @Test
  void compiledClassesOfThisJvmAreListed() throws JMException {
    // an interpreter has compiled none
    assertThat(CompiledCode.classes(CompiledCode.ANY_LEVEL)).contains("java.lang.String");
  }

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
        .contains(NUMBERS, "120000")
        .doesNotContain(TEXTS);
  }

  @Test
  void keptProfilesAffectTheJit() {
    assertThat(inlined("keep", "-XX:+EnableDynamicAgentLoading")).contains(NUMBERS, TEXTS);
  }
}
