package dev.tare.internal.agent.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.testing.WeavesOrWalks;
import org.junit.jupiter.api.Test;

@WeavesOrWalks
class CallRecordingTests {

  @Test
  void callerIsShownWithWhatItsClassFileHas() {
    assertThat(CallRecording.text(new StackTraceElement("shop.Till$Drawer", "sum", "Till.java", 7)))
        .isEqualTo("Till.Drawer.sum(Till.java:7)");
    assertThat(CallRecording.text(new StackTraceElement("shop.Till", "sum", "Till.java", -1)))
        .isEqualTo("Till.sum(Till.java)");
    assertThat(CallRecording.text(new StackTraceElement("shop.Till_ClientProxy", "sum", null, -1)))
        .isEqualTo("Till_ClientProxy.sum(unknown source)");
  }
}
