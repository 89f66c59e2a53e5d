package dev.tare.internal.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.agent.ChildJvm;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A counter that reads itself into the bytes of the code around it. */
class ThreadBytesTests {

  /** Without inlining, C2 is asked for each method behind the counter, and not for the first. */
  @ParameterizedTest
  @ValueSource(strings = {"-Xshare:auto", "-Xshare:off"})
  void readingsAllocateNothingWhenTheirMethodsAreCompiled(String sharing) {
    ChildJvm child =
        ChildJvm.run(List.of(ChildJvm.OPTIMIZING, "-XX:-Inline", sharing), ReadingProbe.class);

    assertThat(child.err()).isEmpty();
    assertThat(child.out()).isEqualTo("0");
  }
}
