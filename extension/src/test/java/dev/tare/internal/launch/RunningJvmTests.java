package dev.tare.internal.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.agent.ChildJvm;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunningJvmTests {

  @Test
  void buildIsTheJavaProcessThatStartedTheJvm() {
    String pid = String.valueOf(ProcessHandle.current().pid());

    ChildJvm one = ChildJvm.run(List.of(), BuildProbe.class);
    ChildJvm other = ChildJvm.run(List.of(), BuildProbe.class);

    assertThat(one.out()).as(one.err()).matches(pid + "(-\\d+)?").isEqualTo(other.out());
  }
}
