package dev.tare.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.internal.agent.ChildJvm;
import dev.tare.retained.MaxRetainedSize;
import dev.tare.retained.Retained;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether the agent is prepared while tests are being discovered. */
class AgentAheadTests {

  private static final String PREPARED_NOT_LOADED = "true false";
  private static final String NOTHING = "false false";

  @TempDir Path folder;

  @Test
  void isPreparedForAValueReturned() {
    assertThat(discovered(ReturningTestCases.class, true)).isEqualTo(PREPARED_NOT_LOADED);
  }

  @Test
  void isPreparedForAValueHandedOverInJupitersTest() {
    assertThat(discovered(HandingTestCases.class, true)).isEqualTo(PREPARED_NOT_LOADED);
  }

  @Test
  void isNotPreparedForBytesThatAreCounted() {
    assertThat(discovered(CountedTestCases.class, true)).isEqualTo(NOTHING);
  }

  @Test
  void isNotPreparedWhereNothingIsMeasured() {
    assertThat(discovered(ReturningTestCases.class, false)).isEqualTo(NOTHING);
  }

  /** Without the option that allows it, so that the JVM would warn if an agent were loaded. */
  private String discovered(Class<?> testClass, boolean enabled) {
    ChildJvm child =
        ChildJvm.run(
            List.of("-Djava.io.tmpdir=" + folder),
            AgentAheadProbe.class,
            testClass.getName(),
            String.valueOf(enabled));
    assertThat(child.err()).isEmpty();
    assertThat(folder).isEmptyDirectory();
    return child.out();
  }

  static class ReturningTestCases {

    @Test
    void plain() {}

    @MaxRetainedSize("1 KiB")
    String value() {
      return "value";
    }
  }

  static class HandingTestCases {

    @Test
    @MaxRetainedSize("1 KiB")
    void test(Retained<String> retained) {
      retained.hold("value");
    }
  }

  static class CountedTestCases {

    @Test
    @MaxAllocatedBytes("1 KiB")
    void test() {}
  }
}
