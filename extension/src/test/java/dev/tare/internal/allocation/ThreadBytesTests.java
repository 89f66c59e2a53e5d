package dev.tare.internal.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.agent.ChildJvm;
import dev.tare.testing.WeavesOrWalks;
import java.io.File;
import java.util.List;
import javassist.bytecode.ClassFile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@WeavesOrWalks
class ThreadBytesTests {

  /**
   * Without inlining, C2 compiles each method behind the counter by itself. Tare is on the boot
   * class path, as recorders are in {@code java.lang}, since other loaders allocate for their part.
   */
  @ParameterizedTest
  @ValueSource(strings = {"-Xshare:auto", "-Xshare:off", "-XX:+UseZGC"})
  void readingsHooksAndBoxingAllocateNothingWhenTheirMethodsAreCompiled(String option) {
    String boot =
        ChildJvm.home(ThreadBytes.class) + File.pathSeparator + ChildJvm.home(ClassFile.class);

    ChildJvm child =
        ChildJvm.run(
            List.of(ChildJvm.OPTIMIZING, "-XX:-Inline", option, "-Xbootclasspath/a:" + boot),
            ReadingProbe.class);

    assertThat(child.err()).isEmpty();
    assertThat(child.out().lines()).containsExactly("0", "0", "0", "0");
  }
}
