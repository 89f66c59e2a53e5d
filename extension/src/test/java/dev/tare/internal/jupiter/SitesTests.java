package dev.tare.internal.jupiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.extension.TareConfigurationException;
import dev.tare.extension.UnmeasuredException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Checks where annotations may be placed, and which of several applies. */
public class SitesTests {

  @Retention(RetentionPolicy.RUNTIME)
  @MaxCalls(value = 0, warmups = 0, runs = 1)
  @interface Never {}

  @Retention(RetentionPolicy.RUNTIME)
  @Never
  @interface NeverEver {}

  @Test
  void composedAnnotationsApply() {
    ExecutedTests tests = ExecutedTests.jupiter(ComposedTestCases.class);

    assertThat(tests.failure("composed")).hasMessageContaining("composed() 1 exceed 0");
    assertThat(tests.failure("composedTwice")).hasMessageContaining("composedTwice() 1 exceed 0");
    assertThat(tests.failure("besideAnother"))
        .hasMessageContaining("@MaxCalls(7)")
        .hasMessageContaining("contradict each other; keep one of them");
  }

  static class ComposedTestCases {
    @Test
    @Never
    void composed() {}

    @Test
    @NeverEver
    void composedTwice() {}

    @Test
    @NeverEver
    @MaxCalls(7)
    void besideAnother() {}
  }

  @Retention(RetentionPolicy.RUNTIME)
  @MaxCalls(99)
  @interface Often {}

  @Retention(RetentionPolicy.RUNTIME)
  @MaxCalls(99)
  @interface AsOften {}

  @Test
  void differentAnnotationsOnOneElementAreRefused() {
    ExecutedTests tests = ExecutedTests.jupiter(AmbiguousTestCases.class);

    assertThat(tests.failure("contradictory"))
        .isExactlyInstanceOf(TareConfigurationException.class)
        .hasMessageContaining("@MaxCalls(99)")
        .hasMessageContaining("@MaxCalls(runs = 1, value = 0, warmups = 0)")
        .hasMessageContaining("contradict each other");
    assertThat(tests.succeeded()).containsExactly("alike");
  }

  static class AmbiguousTestCases {
    @Test
    @Often
    @Never
    void contradictory() {}

    @Test
    @Often
    @AsOften
    void alike() {}
  }

  @Nested
  class Classes {

    @Test
    void defaultsApplyToTestsAndNestedTests() {
      ExecutedTests tests = ExecutedTests.jupiter(DefaultTestCases.class);

      assertThat(tests.succeeded()).containsExactlyInAnyOrder("own", "innerOwn", "voidIsSkipped");
      assertThat(tests.failed())
          .containsExactlyInAnyOrder("fromClass", "fromOuterClass", "tooLong");
    }

    @Test
    void defaultsAreInheritedFromSuperclassesAndInterfaces() {
      assertThat(ExecutedTests.jupiter(InheritingTestCases.class).failed())
          .containsExactlyInAnyOrder("inherited", "mine");
      assertThat(ExecutedTests.jupiter(ImplementingTestCases.class).failed())
          .containsExactlyInAnyOrder("byDefault", "mine");
    }

    @Test
    void defaultsOfANestedClassOverrideTheEnclosingOnes() {
      ExecutedTests tests = ExecutedTests.jupiter(NearestClassTestCases.class);

      assertThat(tests.succeeded()).containsExactly("inner");
      assertThat(tests.failed()).containsExactly("outer");
    }
  }

  @MaxCalls(0)
  @MaxLength(3)
  static class DefaultTestCases {
    @Test
    void fromClass() {}

    @Test
    @MaxCalls(7)
    void own() {}

    @Test
    @MaxCalls(7)
    void voidIsSkipped() {}

    @Test
    @MaxCalls(7)
    void tooLong(MaxLength.Text text) {
      text.hold("four");
    }

    @Nested
    class Inner {
      @Test
      void fromOuterClass() {}

      @Test
      @MaxCalls(7)
      void innerOwn() {}
    }
  }

  @MaxCalls(0)
  abstract static class Above {
    @Test
    void inherited() {}
  }

  static class InheritingTestCases extends Above {
    @Test
    void mine() {}
  }

  @MaxCalls(0)
  interface Contract {
    @Test
    default void byDefault() {}
  }

  static class ImplementingTestCases implements Contract {
    @Test
    void mine() {}
  }

  @MaxCalls(0)
  static class NearestClassTestCases {
    @Test
    void outer() {}

    @Nested
    @MaxCalls(7)
    class Inner {
      @Test
      void inner() {}
    }
  }

  @Nested
  class Parameters {

    @Test
    void valueHandedOverInAnOrdinaryTestIsWeighed() {
      ExecutedTests tests = ExecutedTests.jupiter(ParameterTestCases.class);

      assertThat(tests.succeeded()).containsExactly("within");
      assertThat(tests.failure("over")).hasMessageContaining("Length of").hasMessageContaining("4");
      assertThat(tests.failure("second"))
          .hasMessageStartingWith("Length in parameter other of ")
          .hasMessageContaining("exceeds 1");
      assertThat(tests.failure("ofTheMethod"))
          .hasMessageContaining("Length in parameter one of ")
          .hasMessageContaining("Length in parameter other of ");
      assertThat(tests.failure("ofOneAndTheMethod"))
          .hasMessageStartingWith("Length of ")
          .hasMessageContaining("4 exceeds 2");
      assertThat(ExecutedTests.tare(ReturnedAndHeldTestCases.class).failure("both"))
          .hasMessageContaining("Length of ")
          .hasMessageContaining("Length in parameter text of ");
      assertThat(tests.failure("nothingHeld"))
          .isInstanceOf(UnmeasuredException.class)
          .hasMessageStartingWith("unmeasured");
    }
  }

  static class ReturnedAndHeldTestCases {
    @MaxLength(1)
    String both(@MaxLength(2) MaxLength.Text text) {
      text.hold("four");
      return "four";
    }
  }

  static class ParameterTestCases {
    @Test
    void within(@MaxLength(4) MaxLength.Text text) {
      text.hold("four");
    }

    @Test
    void over(@MaxLength(3) MaxLength.Text text) {
      text.hold("four");
    }

    @Test
    void second(@MaxLength(9) MaxLength.Text one, @MaxLength(1) MaxLength.Text other) {
      one.hold("four");
      other.hold("two");
    }

    @Test
    @MaxLength(2)
    void ofTheMethod(MaxLength.Text one, MaxLength.Text other) {
      one.hold("four");
      other.hold("four");
    }

    @Test
    @MaxLength(2)
    void ofOneAndTheMethod(@MaxLength(9) MaxLength.Text one, MaxLength.Text other) {
      one.hold("eleven");
      other.hold("four");
    }

    @Test
    void nothingHeld(@MaxLength(3) MaxLength.Text text) {
      assertThat(text).isNotNull();
    }
  }

  @Nested
  class Factories {

    @Test
    void valuesOfATestFactoryAreRefused() {
      ExecutedTests tests = ExecutedTests.jupiter(FactoryTestCases.class);

      assertThat(tests.succeeded()).isEmpty();
      assertThat(tests.containerFailures())
          .hasSize(3)
          .allSatisfy(
              refusal ->
                  assertThat(refusal)
                      .isExactlyInstanceOf(TareConfigurationException.class)
                      .hasMessageEndingWith(
                          "the values of a @TestFactory are not measured; call Tare.calling(...)"
                              + " or Tare.graphOf(...) in the dynamic test"));
    }

    @Test
    void defaultOfAClassForValuesDoesNotApplyToATestFactory() {
      assertThat(ExecutedTests.jupiter(DefaultOfFactoryTestCases.class).succeeded())
          .containsExactly("dynamic");
    }
  }

  private static Stream<DynamicTest> dynamic() {
    return Stream.of(DynamicTest.dynamicTest("dynamic", () -> {}));
  }

  static class FactoryTestCases {
    @TestFactory
    Stream<DynamicTest> parameter(@MaxLength(2) MaxLength.Text text) {
      return dynamic();
    }

    @TestFactory
    @MaxLength(2)
    Stream<DynamicTest> defaultOfParameters(MaxLength.Text text) {
      return dynamic();
    }

    @TestFactory
    @MaxLength(2)
    Stream<DynamicTest> returned() {
      return dynamic();
    }
  }

  @MaxLength(2)
  static class DefaultOfFactoryTestCases {
    @TestFactory
    Stream<DynamicTest> factory() {
      return dynamic();
    }
  }

  @Nested
  class SeveralOnOneTest {

    @Test
    void promisesGiveOneReportAndOneFailureWithTheGravestFirst() {
      ExecutedTests tests = ExecutedTests.jupiter(SeveralTestCases.class);

      assertThat(tests.failure("both")).message().containsSubsequence("Length of", "Calls of");
      assertThat(tests.failure("exceededAndUnmeasured")).hasMessageStartingWith("Calls of");
      assertThat(tests.failure("unmeasuredAndInconclusive")).hasMessageStartingWith("unmeasured");
      assertThat(tests.entries("both")).containsKeys("tare.length.outcome", "tare.calls.outcome");
    }
  }

  public static class SeveralTestCases {
    @Test
    @MaxCalls(0)
    @MaxLength(0)
    void both(MaxLength.Text text) {
      text.hold("long");
    }

    @Test
    @MaxCalls(0)
    @MaxLength(0)
    void exceededAndUnmeasured(MaxLength.Text text) {
      assertThat(text).isNotNull();
    }

    @Test
    @MaxCalls(value = 0, doubtful = true)
    @MaxLength(0)
    void unmeasuredAndInconclusive(MaxLength.Text text) {
      assertThat(text).isNotNull();
    }
  }
}
