package dev.tare.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.extension.MeasuredBy;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.internal.agent.ChildJvm;
import dev.tare.internal.agent.TareJar;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.retained.MaxRetainedSize;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks when the agent is prepared during discovery. */
class AgentPreparationTests {

  private static final String PREPARED_NOT_LOADED = " true false";
  private static final String NOTHING = " false false";

  /** Number of descriptors: the class and its test. */
  private static final String TWO = "2";

  @TempDir Path folder;
  @TempDir Path jars;

  @Test
  void agentIsPreparedForATestOfJupiter() {
    assertThat(discovered(CountedTestCases.class, true)).isEqualTo("0" + PREPARED_NOT_LOADED);
  }

  @Test
  void agentIsNotPreparedIfNothingIsMeasured() {
    assertThat(discovered(ReturningTestCases.class, false)).isEqualTo(TWO + NOTHING);
  }

  @Test
  void agentOfTheCommandLineIsNotPreparedAgain() throws IOException {
    Path jar = TareJar.in(jars);

    assertThat(discovered(ReturningTestCases.class, true, "-javaagent:" + jar))
        .isEqualTo(TWO + " false true");
  }

  @Test
  void agentIsPreparedForAReturnedValueDespiteAFailingMetric() {
    assertThat(discovered(FailingMetricTestCases.class, true)).isEqualTo("3" + PREPARED_NOT_LOADED);
  }

  /**
   * Runs the probe without the option that allows agents, so that the JVM warns of a loaded agent.
   */
  private String discovered(Class<?> testClass, boolean enabled, String... options) {
    ChildJvm child =
        ChildJvm.run(
            Stream.concat(Stream.of("-Djava.io.tmpdir=" + folder), Stream.of(options)).toList(),
            AgentPreparationProbe.class,
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

  static class CountedTestCases {

    @Test
    @MaxAllocatedBytes("1 KiB")
    void test() {}
  }

  @Retention(RetentionPolicy.RUNTIME)
  @MeasuredBy(FailingMetric.class)
  @interface Failing {}

  record FailingMetric() implements Metric {

    @SuppressWarnings("DoNotCallSuggester") // the test is what follows
    static FailingMetric of(Failing annotation) {
      throw new IllegalStateException("no metric");
    }

    @Override
    public List<Budget> budgets() {
      return List.of();
    }

    @Override
    public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets) {
      throw new UnsupportedOperationException();
    }
  }

  static class FailingMetricTestCases {

    @Failing
    void fails() {}

    @MaxRetainedSize("1 KiB")
    String value() {
      return "value";
    }
  }
}
