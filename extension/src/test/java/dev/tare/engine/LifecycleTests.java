package dev.tare.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that Jupiter's whole lifecycle applies to measured methods. */
class LifecycleTests {

  @Test
  void lifecycleMethodsAreCalledAroundATest() {
    AroundTestCases.LOG.clear();

    ExecutedTests.tare(AroundTestCases.class).allSucceed();

    assertThat(AroundTestCases.LOG)
        .containsExactly(
            "before all",
            "before each",
            "body",
            "after each",
            "before each",
            "before inner",
            "inner body",
            "after each",
            "after all");
  }

  static class AroundTestCases {
    static final List<String> LOG = new ArrayList<>();

    @BeforeAll
    static void beforeAll() {
      LOG.add("before all");
    }

    @BeforeEach
    void beforeEach() {
      LOG.add("before each");
    }

    @Counted
    Object body() {
      LOG.add("body");
      return this;
    }

    @AfterEach
    void afterEach() {
      LOG.add("after each");
    }

    @AfterAll
    static void afterAll() {
      LOG.add("after all");
    }

    @Nested
    class Inner {
      @BeforeEach
      void beforeInner() {
        LOG.add("before inner");
      }

      @Counted
      Object inner() {
        LOG.add("inner body");
        return this;
      }
    }
  }

  @Test
  void instanceAndMethodOrderSettingsApply() {
    ExecutedTests tests = ExecutedTests.tare(OrderedTestCases.class);

    tests.allSucceed();
    assertThat(tests.succeeded()).hasSize(3).startsWith("second", "first");
  }

  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
  static class OrderedTestCases {
    private int called;

    @BeforeAll
    void count() {
      called = 10;
    }

    @Counted
    @Order(2)
    Object first() {
      assertThat(++called).isEqualTo(12);
      return this;
    }

    @Counted
    @Order(1)
    Object second() {
      assertThat(++called).isEqualTo(11);
      return this;
    }

    @Counted
    @Order(3)
    @CsvSource("1")
    Object third(int number) {
      assertThat(++called).isEqualTo(13);
      return number;
    }
  }

  @Test
  void namesTagsAndConditionsOfTheMethodApply() {
    ExecutedTests tests = ExecutedTests.tare(DescribedTestCases.class);

    tests.allSucceed();
    assertThat(tests.succeeded()).containsExactlyInAnyOrder("a name of its own", "informed");
  }

  static class DescribedTestCases {
    @Counted
    @DisplayName("a name of its own")
    Object named() {
      return this;
    }

    @Counted
    @Tag("slow")
    Object informed(TestInfo test) {
      assertThat(test.getTags()).containsExactly("slow");
      assertThat(test.getDisplayName()).isEqualTo("informed(TestInfo)");
      assertThat(test.getTestMethod().orElseThrow().getName()).isEqualTo("informed");
      assertThat(test.getTestClass()).contains(DescribedTestCases.class);
      return this;
    }

    @Counted
    @Disabled("not now")
    Object disabled() {
      throw new AssertionError("must not be called");
    }
  }

  @Test
  void argumentsComeFromTheirSources() {
    ExecutedTests.tare(ParameterTestCases.class).allSucceed();
  }

  static class ParameterTestCases {
    @Counted
    @CsvSource({"1, one", "2, two"})
    Object csv(long number, String text, TestInfo test) {
      assertThat(test.getDisplayName()).contains("number", "text", text);
      return text;
    }

    @Counted
    @MethodSource("lists")
    Object fromMethod(List<String> list) {
      return list;
    }

    static List<List<String>> lists() {
      return List.of(List.of("a"), List.of("b"));
    }
  }

  @Test
  void testsRunOnOneThreadWhileJupiterRunsInParallel() {
    ExecutedTests.tare(
            SerialTestCases.class,
            "junit.jupiter.execution.parallel.enabled",
            "true",
            "junit.jupiter.execution.parallel.mode.default",
            "concurrent")
        .allSucceed();

    assertThat(SerialTestCases.THREADS).hasSize(4).containsOnly(Thread.currentThread());
  }

  static class SerialTestCases {
    static final List<Thread> THREADS = new ArrayList<>();

    @Counted
    @CsvSource({"1", "2", "3"})
    Object several(int number) {
      THREADS.add(Thread.currentThread());
      return number;
    }

    @Counted
    Object one() {
      THREADS.add(Thread.currentThread());
      return this;
    }
  }
}
