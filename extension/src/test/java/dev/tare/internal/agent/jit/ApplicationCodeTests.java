package dev.tare.internal.agent.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tare.internal.agent.DiagnosticCommand;
import dev.tare.testing.NeedsC2;
import dev.tare.workloads.CompiledWork;
import java.util.function.IntUnaryOperator;
import javax.management.JMException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("other tests would compile and redefine the same classes")
@NeedsC2
class ApplicationCodeTests {

  private static final int MAX_ROUNDS = 1_000;

  @Test
  void codeOfAnApplicationClassIsDiscarded() throws JMException {
    compile(CompiledWork.Summing.class, CompiledWork.Summing::sum);

    assertThat(ApplicationCode.discard()).isTrue();

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

      assertThat(ApplicationCode.discard()).isTrue();
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
}
