package dev.tare.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.tare.ExecutedTests;
import dev.tare.extension.TareConfigurationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Checks which methods are tests of Tare's engine, and how others are refused. */
class TareTestEngineTests {

  @Nested
  class Tests {

    @Test
    void methodsWithTareAnnotationsOnlyAreTests() {
      ExecutedTests tests = ExecutedTests.tare(MixedTestCases.class);

      tests.allSucceed();
      assertThat(tests.succeeded()).containsExactlyInAnyOrder("returning", "returningNothing");
    }

    @Test
    void methodsOfAClassWithoutJupiterTestsAreRun() {
      ExecutedTests tests = ExecutedTests.tare(OnlyTestCases.class);

      assertThat(tests.succeeded()).containsExactly("within");
      assertThat(tests.failure("over")).hasMessageContaining("1 exceed 0");
    }

    @Test
    void methodsWithAnArgumentsSourceAreParameterized() {
      assertThat(ExecutedTests.tare(ParameterizedTestCases.class).succeeded())
          .satisfiesExactly(
              first -> assertThat(first).startsWith("[1] number"),
              second -> assertThat(second).startsWith("[2] number"));
    }

    @Test
    void methodsWithComposedAnnotationsAreTests() {
      assertThat(ExecutedTests.tare(ComposedTestCases.class).succeeded())
          .containsExactly("composed");
    }

    @Test
    void annotatedParametersAndClassesMakeNoTests() {
      ExecutedTests tests = ExecutedTests.tare(NoTestCases.class);

      assertThat(tests.succeeded()).isEmpty();
      assertThat(tests.failed()).isEmpty();
    }

    @Test
    void abstractAndPrivateClassesHaveNoTests() {
      assertThat(ExecutedTests.tare(AbstractTestCases.class).succeeded()).isEmpty();
      assertThat(ExecutedTests.tare(AroundTestCases.PrivateTestCases.class).succeeded()).isEmpty();
    }
  }

  @Test
  void lifecycleMethodIsNoTest() {
    ExecutedTests tests = ExecutedTests.tare(AnnotatedLifecycleTestCases.class);

    assertThat(tests.failure("prepare"))
        .isInstanceOf(TareConfigurationException.class)
        .hasMessageContaining("a method with @BeforeEach is not a test");
    assertThat(tests.succeeded()).containsExactly("test");
  }

  static class AnnotatedLifecycleTestCases {
    @BeforeEach
    @Counted
    void prepare() {}

    @Counted
    Object test() {
      return this;
    }
  }

  static class MixedTestCases {
    @Counted
    Object returning() {
      return new Object();
    }

    @Counted
    void returningNothing() {}

    @Test
    void ordinary() {}

    @Test
    @Counted
    void bracketed() {}

    @RepeatedTest(2)
    @Counted
    void repeated() {}

    @ParameterizedTest
    @ValueSource(ints = 1)
    @Counted
    void parameterized(int number) {
      assertThat(number).isOne();
    }

    @TestFactory
    @Counted
    Stream<DynamicTest> factory() {
      return Stream.of(DynamicTest.dynamicTest("dynamic", () -> {}));
    }

    Object neither() {
      return new Object();
    }
  }

  static class OnlyTestCases {
    @Counted
    Object within() {
      return new Object();
    }

    @Counted(0)
    Object over() {
      return new Object();
    }
  }

  static class ParameterizedTestCases {
    @Counted
    @ValueSource(ints = {1, 2})
    Object parameterized(int number) {
      return number;
    }
  }

  static class ComposedTestCases {
    @Twice.Removed
    Object composed() {
      return this;
    }
  }

  /** Composed of a Tare annotation at the second meta level. */
  @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
  @Counted
  @interface Twice {

    /** Composed of one at the third meta level. */
    @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
    @Twice
    @interface Removed {}
  }

  @Counted
  static class NoTestCases {
    Object parameter(@Counted Object parameter) {
      return parameter;
    }
  }

  abstract static class AbstractTestCases {
    @Counted
    Object method() {
      return this;
    }
  }

  @SuppressWarnings("UnusedMethod") // as Jupiter sees it, too
  static class AroundTestCases {
    private static class PrivateTestCases {
      @Counted
      Object method() {
        return this;
      }
    }
  }

  @Nested
  class UndiscoverableTests {

    @Test
    void missingJupiterEndsTheDiscoveryOfAClassWithTests() {
      assertThatThrownBy(() -> executeWithoutJupiter(OnlyTestCases.class))
          .hasStackTraceContaining("org.junit.jupiter:junit-jupiter-engine");
    }

    @Test
    void missingJupiterDoesNotAffectClassesWithoutTestsOfTare() {
      executeWithoutJupiter(NoTestCases.class).testEvents().assertStatistics(all -> all.started(0));
    }

    @Test
    void classWithoutAClassFileRuns() {
      Class<?> withoutFile = WithoutClassFiles.reload(OnlySelectedTestCases.class);

      ExecutedTests tests = ExecutedTests.tare(withoutFile);

      tests.allSucceed();
      assertThat(tests.succeeded()).hasSize(3);
    }

    @Test
    void unreadableClassEndsTheDiscovery() {
      // the reloaded class cannot access its package-private outer class, which another loader
      // loaded
      Class<?> broken = WithoutClassFiles.reload(OnlyTestCases.class);

      assertThatThrownBy(() -> execute(broken))
          .hasStackTraceContaining("OnlyTestCases")
          .hasRootCauseInstanceOf(IllegalAccessError.class);
    }

    private static EngineExecutionResults executeWithoutJupiter(Class<?> testClass) {
      Thread thread = Thread.currentThread();
      ClassLoader original = thread.getContextClassLoader();
      thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
      try {
        return execute(testClass);
      } finally {
        thread.setContextClassLoader(original);
      }
    }

    private static EngineExecutionResults execute(Class<?> testClass) {
      return EngineTestKit.engine(new TareTestEngine())
          .configurationParameter("tare.print", "none")
          .configurationParameter("tare.report.directory", "none")
          .selectors(selectClass(testClass))
          .execute();
    }
  }
}
