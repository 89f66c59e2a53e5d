package dev.tare.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.benchmark.BeforeCall;
import dev.tare.benchmark.Benchmarked;
import dev.tare.extension.TareConfigurationException;
import kotlin.Metadata;
import kotlin.coroutines.Continuation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks functions of Kotlin that cannot be tests; the fixtures are what its compiler writes. */
class KotlinFunctionsTests {

  private static final String SUSPEND =
      "suspend functions are not measured, since JUnit 5 does not run them, and JUnit 6 only by"
          + " reflection, with kotlin-reflect; use runBlocking of kotlinx-coroutines, for example"
          + " \"@Counted fun suspended() = runBlocking { ... }\"";

  @Test
  void suspendFunctionsAreRefused() {
    ExecutedTests tests = ExecutedTests.tare(SuspendTestCases.class);

    assertThat(tests.failure("SuspendTestCases.suspended"))
        .isExactlyInstanceOf(TareConfigurationException.class)
        .hasMessage("@Counted on SuspendTestCases.suspended(): " + SUSPEND);
    assertThat(tests.succeeded()).containsExactly("ordinary");
  }

  @Test
  void suspendFunctionsThatJupiterRunsAreRefusedToo() {
    assertThat(ExecutedTests.tare(JupiterTestCases.class).failed())
        .containsExactly("JupiterTestCases.suspended");
  }

  @ParameterizedTest
  @CsvSource({"FileKt", "FacadeKt", "PartKt"})
  void functionsOutsideOfClassesAreRefused(String file) throws ClassNotFoundException {
    Class<?> type = Class.forName(KotlinFunctionsTests.class.getName() + "$" + file);

    assertThat(ExecutedTests.tare(type).failure(file + ".outside"))
        .isExactlyInstanceOf(TareConfigurationException.class)
        .hasMessage(
            "@Counted on %s.outside(): JUnit does not run functions outside of classes; put it into a class, for example \"class %s { @Counted fun outside(): String { ... } }\"",
            file, file.replace("Kt", ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CompanionTestCases|the method is static; remove @JvmStatic and move the function out of the companion object into the class, for example \"fun test()\"",
        "ObjectTestCases|the method is static; remove @JvmStatic, for example \"fun test()\"",
        "PrivateTestCases|the method is private; leave private out, for example \"fun test(): String\"",
      })
  void modifiersAreRefusedInTermsOfKotlin(String testCases, String reason)
      throws ClassNotFoundException {
    Class<?> type = Class.forName(KotlinFunctionsTests.class.getName() + "$" + testCases);

    assertThat(ExecutedTests.tare(type).failure("test")).hasMessageEndingWith(": " + reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SuspendPreparation|it is a suspend function; use runBlocking of kotlinx-coroutines in it",
        "StaticPreparation|the method is static; remove @JvmStatic and move the function out of the companion object into the class",
      })
  void preparationsAreRefusedInTermsOfKotlin(String testCases, String reason)
      throws ClassNotFoundException {
    Class<?> type = Class.forName(KotlinFunctionsTests.class.getName() + "$" + testCases);

    assertThat(ExecutedTests.tare(type).failure("test"))
        .hasMessageEndingWith(": " + reason + ", for example \"@BeforeCall fun prepare()\"");
  }

  @Test
  void continuationsInJavaAreOrdinaryParameters() {
    assertThat(ExecutedTests.tare(JavaTestCases.class).failure("takes"))
        .hasMessageContaining("No ParameterResolver");
  }

  @Metadata
  static class SuspendTestCases {
    @Counted
    Object suspended(Continuation<String> continuation) {
      return continuation;
    }

    @Counted
    void ordinary() {}
  }

  @Metadata
  static class JupiterTestCases {
    @Test
    @Counted
    Object suspended(Continuation<String> continuation) {
      return continuation;
    }
  }

  @Metadata(k = 2)
  static final class FileKt {
    private FileKt() {}

    @Counted
    static String outside() {
      return "";
    }
  }

  @Metadata(k = 4)
  static final class FacadeKt {
    private FacadeKt() {}

    @Counted
    static String outside() {
      return "";
    }
  }

  @Metadata(k = 5)
  static final class PartKt {
    private PartKt() {}

    @Counted
    static String outside() {
      return "";
    }
  }

  @Metadata
  static class CompanionTestCases {
    @Counted
    static void test() {}
  }

  @Metadata
  static final class ObjectTestCases {
    static final ObjectTestCases INSTANCE = new ObjectTestCases();

    @Counted
    static void test() {}
  }

  @Metadata
  static class PrivateTestCases {
    @SuppressWarnings("UnusedMethod") // found by reflection
    @Counted
    private String test() {
      return "";
    }
  }

  @Metadata
  static class SuspendPreparation {
    @BeforeCall
    Object prepare(Continuation<String> continuation) {
      return continuation;
    }

    @Benchmarked
    void test() {}
  }

  @Metadata
  static class StaticPreparation {
    @BeforeCall
    static void prepare() {}

    @Benchmarked
    void test() {}
  }

  static class JavaTestCases {
    @Counted
    Object takes(Continuation<String> continuation) {
      return continuation;
    }
  }
}
