package dev.tare.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.tare.ExecutedTests;
import dev.tare.extension.TareConfigurationException;
import dev.tare.invocations.MaxInvocations;
import dev.tare.retained.MaxRetainedSize;
import dev.tare.testing.SameOnEveryJdk;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Checks that methods which the engine cannot run are refused. */
@SameOnEveryJdk
class RefusedMethodsTests {

  @Test
  void testsOfOtherEnginesAreRefused() {
    ExecutedTests tests = ExecutedTests.tare(PropertyTestCases.class);

    assertThat(tests.failed()).containsExactlyInAnyOrder("isChecked", "example");
    assertThat(tests.succeeded()).containsExactlyInAnyOrder("alone", "composed");
    assertThat(tests.failure("isChecked"))
        .isInstanceOf(TareConfigurationException.class)
        .hasMessage(
            "@MaxRetainedSize(\"1 KiB\") on PropertyTestCases.isChecked(): Tare cannot run it beside"
                + " @dev.tare.engine.RefusedMethodsTests$Property of another engine; write a test of"
                + " JUnit Jupiter, for example \"@org.junit.jupiter.api.Test void isChecked()\", or"
                + " call Tare.calling(...) in the test");
    assertThat(tests.failure("isChecked").getStackTrace())
        .singleElement()
        .extracting(StackTraceElement::getMethodName)
        .isEqualTo("isChecked");
  }

  /** Annotates tests of another engine. */
  @Testable
  @Retention(RetentionPolicy.RUNTIME)
  @interface Property {}

  @Property
  @Retention(RetentionPolicy.RUNTIME)
  @interface Example {}

  @Testable
  @MaxRetainedSize("1 KiB")
  @Retention(RetentionPolicy.RUNTIME)
  @interface Small {}

  static class PropertyTestCases {
    @Property
    @Tag("fast")
    @MaxRetainedSize("1 KiB")
    Object isChecked() {
      return this;
    }

    @Example
    @MaxRetainedSize("1 KiB")
    Object example() {
      return this;
    }

    @MaxRetainedSize("1 KiB")
    Object alone() {
      return this;
    }

    @Small
    Object composed() {
      return this;
    }
  }

  @Test
  void emptyContainerIsRefused() {
    assertThat(ExecutedTests.tare(EmptyContainerTestCases.class).failure("alone"))
        .isInstanceOf(TareConfigurationException.class)
        .hasMessage(
            "a container of annotations on EmptyContainerTestCases.alone() has none in it; remove it");
  }

  static class EmptyContainerTestCases {
    @MaxInvocations.InvocationLimits({})
    void alone() {}
  }

  @ParameterizedTest
  @CsvSource({"fast, 1", "!fast, 1", "slow, 0"})
  void refusedTestIsFoundByItsTags(String tags, long failed) {
    EngineExecutionResults executed =
        EngineTestKit.engine("tare")
            .configurationParameter("tare.print", "none")
            .configurationParameter("tare.report.directory", "none")
            .selectors(selectClass(PropertyTestCases.class))
            .filters(TagFilter.includeTags(tags))
            .execute();

    assertThat(executed.testEvents().failed().count()).isEqualTo(failed);
  }

  @Test
  void nothingIsRefusedWhileTareIsOff() {
    ExecutedTests tests = ExecutedTests.tare(PropertyTestCases.class, "tare.enabled", "false");

    assertThat(tests.failed()).isEmpty();
    assertThat(tests.succeeded()).containsExactlyInAnyOrder("alone", "composed");
    assertThat(ExecutedTests.tare(PropertyTestCases.class, "tare.enabled", "no").failed())
        .as("a wrong value switches nothing off")
        .containsExactlyInAnyOrder("isChecked", "example", "alone", "composed");
  }
}
