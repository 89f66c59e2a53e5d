package dev.tare.internal.jupiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.tare.ExecutedTests;
import dev.tare.extension.TareConfigurationException;
import dev.tare.extension.UnmeasuredException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks methods that return values, which only Tare's engine runs. */
class ReturningMethodsTests {

  @Test
  void returnedValuesAreWeighed() {
    WeighedTestCases.LOG.clear();

    ExecutedTests tests = ExecutedTests.tare(WeighedTestCases.class);

    assertThat(tests.succeeded()).containsExactlyInAnyOrder("within", "once");
    assertThat(tests.failure("over")).hasMessageStartingWith("Length of ");
    assertThat(tests.failure("nothing"))
        .isInstanceOf(UnmeasuredException.class)
        .hasMessageContaining("there is no text");
    assertThat(tests.failure("throwing")).hasMessage("mine");
    assertThat(tests.abortion("assuming")).hasMessageContaining("not today");
    assertThat(WeighedTestCases.LOG)
        .as("one call for the value, where nothing measures the calls")
        .filteredOn("within"::equals)
        .hasSize(1);
    assertThat(WeighedTestCases.LOG)
        .as("one call for both, where there may be one only")
        .filteredOn("once"::equals)
        .hasSize(1);
    assertThat(WeighedTestCases.LOG).filteredOn("before"::equals).hasSize(6);
    assertThat(WeighedTestCases.LOG).filteredOn("after"::equals).hasSize(6);
  }

  static class WeighedTestCases {
    static final List<String> LOG = new ArrayList<>();

    @BeforeEach
    void before() {
      LOG.add("before");
    }

    @AfterEach
    void after() {
      LOG.add("after");
    }

    @MaxLength(4)
    String within() {
      LOG.add("within");
      return "four";
    }

    @MaxLength(3)
    String over() {
      return "four";
    }

    @MaxLength(3)
    @Nullable String nothing() {
      return null;
    }

    @MaxLength(3)
    String throwing() {
      throw new IllegalStateException("mine");
    }

    @MaxLength(3)
    String assuming() {
      Assumptions.assumeTrue(false, "not today");
      return "";
    }

    @MaxLength(4)
    @MaxCalls(value = 1, runs = 1, warmups = 0)
    String once() {
      LOG.add("once");
      return "four";
    }
  }

  @Nested
  class SwitchedOff {

    @Test
    void methodsRunOnceWithoutAVerdict() {
      OffTestCases.LOG.clear();

      ExecutedTests tests = ExecutedTests.tare(OffTestCases.class, "tare.enabled", "false");

      tests.allSucceed();
      assertThat(OffTestCases.LOG).containsExactlyInAnyOrder("value", "calls", "refused");
    }
  }

  static class OffTestCases {
    static final List<String> LOG = new ArrayList<>();

    @MaxLength(0)
    String value() {
      LOG.add("value");
      return "four";
    }

    @MaxCalls(0)
    int calls() {
      LOG.add("calls");
      return 1;
    }

    @MaxCalls(value = 0, runs = -7)
    void refused() {
      LOG.add("refused");
    }
  }

  @Nested
  class Refused {

    private final ExecutedTests tests = ExecutedTests.tare(RefusedTestCases.class);

    @Test
    void refusalHasTheReasonAndAnExample() {
      assertThat(tests.succeeded()).isEmpty();
      assertThat(tests.failure("hidden"))
          .isExactlyInstanceOf(TareConfigurationException.class)
          .hasMessage(
              "@MaxCalls(9) on ReturningMethodsTests.RefusedTestCases.hidden(): the method is"
                  + " private; leave private out, for example \"void hidden()\"");
      assertThat(tests.failure("shared")).hasMessageContaining("the method is static");
      assertThat(tests.failure("hiddenFromJupiter")).hasMessageContaining("the method is private");
      assertThat(tests.failure("jupiters"))
          .hasMessageContaining("remove @Test")
          .hasMessageContaining("\"@MaxLength(9) String jupiters()\"");
      assertThat(tests.failure("primitive")).hasMessageContaining("no value to weigh");
      assertThat(tests.failure("parameterized"))
          .hasMessageEndingWith(
              "JUnit does not run a test template that returns a value; return nothing, for example"
                  + " \"void parameterized()\", and hand a value over through a parameter"
                  + " \"Retained<Cache> retained\", or let go of it through"
                  + " \"Released<Session> sessions\"");
      assertThat(tests.failure("repeated")).hasMessageContaining("\"void repeated()\"");
      assertThat(tests.failure("empty")).hasMessageContaining("no value to weigh");
    }

    @Test
    void refusalPrecedesBeforeEach() {
      assertThat(RefusedTestCases.LOG).isEmpty();
    }
  }

  static class RefusedTestCases {
    static final List<String> LOG = new ArrayList<>();

    @BeforeEach
    void before() {
      LOG.add("before");
    }

    @MaxCalls(9)
    @SuppressWarnings({"unused", "UnusedMethod"}) // Tare finds it
    private void hidden() {}

    @Test
    @MaxCalls(9)
    static void shared() {}

    @Test
    @MaxCalls(9)
    @SuppressWarnings("UnusedMethod") // Tare finds it
    private void hiddenFromJupiter() {}

    @Test
    @MaxLength(9)
    String jupiters() {
      return "";
    }

    @ParameterizedTest
    @ValueSource(strings = "four")
    @MaxLength(9)
    String parameterized(String text) {
      return text;
    }

    @RepeatedTest(2)
    @MaxCalls(9)
    int repeated() {
      return 1;
    }

    @MaxLength(9)
    int primitive() {
      return 1;
    }

    @MaxLength(9)
    void empty() {}
  }

  @Test
  void factoriesOfTestsAreLeftToJupiter() {
    ExecutedTests byTare = ExecutedTests.tare(FactoryTestCases.class);

    assertThat(byTare.succeeded()).isEmpty();
    assertThat(byTare.failed()).isEmpty();
    assertThat(ExecutedTests.jupiter(FactoryTestCases.class).succeeded())
        .hasSize(7)
        .containsOnly("mine");
  }

  static class FactoryTestCases {

    private static DynamicTest mine() {
      return DynamicTest.dynamicTest("mine", () -> {});
    }

    @TestFactory
    @MaxCalls(9)
    DynamicTest single() {
      return mine();
    }

    @TestFactory
    @MaxCalls(9)
    Object unknown() {
      return List.of(mine());
    }

    @TestFactory
    @MaxCalls(9)
    DynamicTest[] array() {
      return new DynamicTest[] {mine()};
    }

    @TestFactory
    @MaxCalls(9)
    @SuppressWarnings("rawtypes")
    Collection raw() {
      return List.of(mine());
    }

    @TestFactory
    @MaxCalls(9)
    Iterator<DynamicTest> iterator() {
      return List.of(mine()).iterator();
    }

    @TestFactory
    @MaxCalls(9)
    Stream<? extends DynamicTest> bounded() {
      return Stream.of(mine());
    }

    @TestFactory
    @MaxCalls(9)
    Iterable<?> wildcard() {
      return List.of(mine());
    }
  }

  @Test
  void unselectedMethodsAreCalledAsVariants() {
    VariantTestCases.LOG.clear();

    ExecutedTests tests =
        ExecutedTests.by("tare", List.of(selectMethod(VariantTestCases.class, "variant")));

    assertThat(tests.succeeded()).containsExactly("variant");
    assertThat(VariantTestCases.LOG).containsExactly("baseline", "variant");
  }

  static class VariantTestCases {
    static final List<String> LOG = new ArrayList<>();

    @MaxCalls(9)
    void baseline() {
      LOG.add("baseline");
    }

    @CallsFirst("baseline")
    void variant() {
      LOG.add("variant");
    }
  }
}
