package dev.tare.survival;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.internal.agent.ChildJvm;
import dev.tare.testing.WeavesOrWalks;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Tests the annotation on classes and annotations; {@link MaxSurvivorsTests} tests kinds of tests.
 */
@Isolated("objects of other tests would be in the figures")
@WeavesOrWalks
class NoSurvivorsTests {

  static final List<Object> REGISTRY = new ArrayList<>(10_000);

  private static void call(boolean keeps) {
    Object session = new byte[1_000];
    if (keeps) {
      REGISTRY.add(session);
    }
  }

  @AfterEach
  void forget() {
    REGISTRY.clear();
  }

  @Nested
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  class OnAClassOrAnotherAnnotation {

    private final ExecutedTests tests =
        ExecutedTests.tare(DefaultTestCases.class, "tare.breakdown", "never");

    @Test
    void defaultOfAClassAppliesToItsTests() {
      assertThat(tests.failure("keeps")).hasMessageContaining(" 1,016 B exceed 0 B\n");
      assertThat(tests.entries("drops")).containsEntry("tare.surviving-bytes.value", "0 B");
    }

    @Test
    void limitOfAMethodReplacesTheDefault() {
      assertThat(tests.entries("ownLimit")).containsEntry("tare.surviving-bytes.value", "1016 B");
    }

    @Test
    void annotationOfAMethodReplacesALimitOfItsClass() {
      ExecutedTests limited = ExecutedTests.tare(LimitedTestCases.class, "tare.breakdown", "never");

      assertThat(limited.failure("keeps")).hasMessageContaining(" 1,016 B exceed 0 B\n");
    }
  }

  @Nested
  class OfStartedThreads {

    private static final Pattern FIGURE =
        Pattern.compile(
            "keepsInAThread\\(\\) (\\d+) B exceed 0 B\n.*"
                + "100\\.0 % +\\d+ B +1  byte\\[] +StartedThreadProbe\\.OneTestCases\\.lambda.*"
                + "would pass  \"(\\d+) B\"",
            Pattern.DOTALL);

    @Test
    void objectThatAThreadKeepsFailsWithItsBytesAndLine() {
      ExecutedTests tests = ExecutedTests.tare(StartedThreadProbe.OneTestCases.class);

      assertIncludesTheFigure(String.valueOf(tests.failure("keepsInAThread").getMessage()));
    }

    @Test
    void objectsOfTheJvmDoNotCountInAFreshJvm() {
      ChildJvm jvm =
          ChildJvm.run(
              List.of("-XX:+IgnoreUnrecognizedVMOptions", "-XX:+EnableDynamicAgentLoading"),
              StartedThreadProbe.class);

      assertIncludesTheFigure(jvm.out() + jvm.err());
    }

    /**
     * Asserts that the figure is 72 B, or an interval that includes it: beside a load, the rounds
     * differ by arrays of the JVM's own.
     */
    private void assertIncludesTheFigure(String message) {
      Matcher figure = FIGURE.matcher(message);
      assertThat(figure.find()).as(message).isTrue();
      assertThat(72L)
          .as(message)
          .isBetween(Long.parseLong(figure.group(1)), Long.parseLong(figure.group(2)));
    }
  }

  /** A default does not make methods tests, so {@code @MaxAllocatedBytes} does. */
  @NoSurvivors
  static class DefaultTestCases {

    @MaxAllocatedBytes("1 MB")
    void keeps() {
      call(true);
    }

    @MaxAllocatedBytes("1 MB")
    void drops() {
      call(false);
    }

    @MaxSurvivingBytes(value = "1016 B", rounds = 2)
    void ownLimit() {
      call(true);
    }
  }

  @MaxSurvivingBytes("1 MB")
  static class LimitedTestCases {

    @NoSurvivors
    void keeps() {
      call(true);
    }
  }
}
