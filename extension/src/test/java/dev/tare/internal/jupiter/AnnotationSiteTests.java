package dev.tare.internal.jupiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.allocation.NoAllocation;
import dev.tare.extension.TareConfigurationException;
import dev.tare.retained.MaxRetainedSize;
import dev.tare.retained.Retained;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.junit.jupiter.api.Test;

/** Checks that a refusal names the annotated element and quotes its annotation. */
class AnnotationSiteTests {

  private static final String REASON = ": \"12 XB\": unknown unit 'XB'";

  @Test
  void messageNamesTheMethod() {
    assertThat(refusal(MethodTestCases.class, "malformed"))
        .hasMessageStartingWith(
            "@MaxAllocatedBytes(\"12 XB\") on AnnotationSiteTests.MethodTestCases.malformed()"
                + REASON);
  }

  static class MethodTestCases {
    @Test
    @MaxAllocatedBytes("12 XB")
    void malformed() {}
  }

  @Test
  void messageNamesTheParameter() {
    assertThat(refusal(ParameterTestCases.class, "malformed"))
        .hasMessageStartingWith(
            "@MaxRetainedSize(\"12 XB\") on parameter cache of"
                + " AnnotationSiteTests.ParameterTestCases.malformed()"
                + REASON);
    assertThat(refusal(ParameterTestCases.class, "misplaced"))
        .hasMessageStartingWith("@Frugal (@MaxAllocatedBytes(\"12 XB\")) on parameter cache of");
  }

  static class ParameterTestCases {
    @Test
    void malformed(@MaxRetainedSize("12 XB") Retained<Object> cache) {
      cache.hold("");
    }

    @Test
    void misplaced(@Frugal Retained<Object> cache) {
      cache.hold("");
    }
  }

  @Retention(RetentionPolicy.RUNTIME)
  @MaxAllocatedBytes("12 XB")
  @interface Frugal {}

  @Test
  void messageNamesTheClassOfADefaultAndTheTest() {
    assertThat(refusal(DefaultTestCases.class, "test"))
        .hasMessageStartingWith(
            "@MaxAllocatedBytes(\"12 XB\") on the class of"
                + " AnnotationSiteTests.DefaultTestCases.test()"
                + REASON);
    assertThat(refusal(ImplementedDefaultTestCases.class, "test"))
        .hasMessageContaining(
            " on the class of AnnotationSiteTests.ImplementedDefaultTestCases.test(): ");
  }

  @MaxAllocatedBytes("12 XB")
  static class DefaultTestCases {
    @Test
    void test() {}
  }

  @MaxAllocatedBytes("12 XB")
  interface Thrifty {}

  static class ImplementedDefaultTestCases implements Thrifty {
    @Test
    void test() {}
  }

  @Test
  void messageQuotesTheAnnotationInTheSource() {
    assertThat(refusal(ComposedTestCases.class, "malformed"))
        .hasMessageStartingWith(
            "@Frugal (@MaxAllocatedBytes(\"12 XB\")) on"
                + " AnnotationSiteTests.ComposedTestCases.malformed()");
    assertThat(refusal(ComposedTestCases.class, "contradicting"))
        .hasMessageContaining(
            "@Other (@MaxAllocatedBytes(\"13 XB\")) and @Frugal (@MaxAllocatedBytes(\"12 XB\"))")
        .hasMessageEndingWith("for example @Frugal");
    assertThat(ExecutedTests.tare(PrivateTestCases.class).failure("hidden"))
        .hasMessageStartingWith("@NoAllocation on AnnotationSiteTests.PrivateTestCases.hidden(): ");
  }

  static class ComposedTestCases {
    @Test
    @Frugal
    void malformed() {}

    @Test
    @Other
    @Frugal
    void contradicting() {}
  }

  @Retention(RetentionPolicy.RUNTIME)
  @MaxAllocatedBytes("13 XB")
  @interface Other {}

  static class PrivateTestCases {
    @SuppressWarnings({"unused", "UnusedMethod"}) // Tare finds it
    @NoAllocation
    private int hidden() {
      return 1;
    }
  }

  private static Throwable refusal(Class<?> testClass, String test) {
    Throwable refusal = ExecutedTests.jupiter(testClass).failure(test);
    assertThat(refusal).isExactlyInstanceOf(TareConfigurationException.class);
    return refusal;
  }

  static class Written {

    @NoAllocation
    void inAWord() {}

    @MaxAllocatedBytes("1 KiB")
    void withALimit() {}
  }

  @Test
  void refusedAnnotationIsNamedAsItIsWritten() throws NoSuchMethodException {
    assertThat(MeasuredAnnotations.textOn(Written.class.getDeclaredMethod("inAWord")))
        .contains("@NoAllocation");
    assertThat(MeasuredAnnotations.textOn(Written.class.getDeclaredMethod("withALimit")))
        .contains("@MaxAllocatedBytes(\"1 KiB\")");
  }
}
