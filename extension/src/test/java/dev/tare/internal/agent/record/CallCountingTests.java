package dev.tare.internal.agent.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.Agent.AgentAccess;
import dev.tare.internal.agent.ChildJvm;
import dev.tare.testing.WeavesOrWalks;
import java.lang.instrument.Instrumentation;
import java.util.List;
import org.junit.jupiter.api.Test;

@WeavesOrWalks
class CallCountingTests {

  @Test
  void repeatedCountingLeavesClassesWithoutTheMethodIntact() {
    ChildJvm child = ChildJvm.run(List.of("-XX:+EnableDynamicAgentLoading"), NanProbe.class);

    assertThat(child.exitCode()).as(child.out() + child.err()).isZero();
    assertThat(child.out()).isEqualTo("NaN, 40 times");
  }

  @Test
  void callerIsShownWithWhatItsClassFileHas() {
    assertThat(CallRecording.text(new StackTraceElement("shop.Till$Drawer", "sum", "Till.java", 7)))
        .isEqualTo("Till.Drawer.sum(Till.java:7)");
    assertThat(CallRecording.text(new StackTraceElement("shop.Till", "sum", "Till.java", -1)))
        .isEqualTo("Till.sum(Till.java)");
    assertThat(CallRecording.text(new StackTraceElement("shop.Till_ClientProxy", "sum", null, -1)))
        .isEqualTo("Till_ClientProxy.sum(unknown source)");
  }

  /**
   * Counts calls on a subtype of a class that only has NaN constants. Up to JDK 17 the JVM crashes
   * if such a class is redefined too often without a class file of its own.
   */
  static final class NanProbe {

    private NanProbe() {}

    public static void main(String[] arguments) throws Exception {
      Instrumentation instrumentation = ((AgentAccess.Granted) Agent.access()).instrumentation();
      WithConstant counted = new Counted();
      int times = 0;
      for (; times < 40; times++) {
        try (CallCounting counting = new CallCounting(instrumentation, Runnable.class, "run")) {
          assertThat(counting.uncounted()).isNotNull();
        }
      }
      System.out.println(counted.constant() + ", " + times + " times");
    }
  }

  private static class WithConstant {
    double constant() {
      return Double.NaN;
    }
  }

  private static final class Counted extends WithConstant implements Runnable {
    @Override
    public void run() {}
  }
}
