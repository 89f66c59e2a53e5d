package dev.tare.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.benchmark.BeforeCall;
import dev.tare.benchmark.Benchmarked;
import dev.tare.extension.TareConfigurationException;
import dev.tare.internal.agent.KotlinNames;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import javassist.bytecode.ClassFile;
import kotlin.Metadata;
import kotlin.Unit;
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
  void functionsOfACompanionObjectAreRefusedInTheClassThatHasIt() {
    ExecutedTests tests = ExecutedTests.tare(WithCompanionTestCases.class);

    assertThat(tests.failed())
        .containsExactlyInAnyOrder(
            "isStatic",
            "WithCompanionTestCases.Companion.outside",
            "WithCompanionTestCases.Companion.hasTwin");
    assertThat(tests.failure("WithCompanionTestCases.Companion.outside"))
        .isExactlyInstanceOf(TareConfigurationException.class)
        .hasMessage(
            "@Counted on WithCompanionTestCases.Companion.outside(): functions of a companion object are no tests; move it into the class, for example \"@Counted fun outside(): Int\"");
  }

  @Test
  void functionsOfAFileAreRefusedInTheClassOfItsName() {
    assertThat(ExecutedTests.tare(KotlinFileTestCases.class).failed())
        .containsExactly("KotlinFileTestCasesKt.outside");
  }

  @Test
  void companionOfJavaIsNotSearched() {
    assertThat(ExecutedTests.tare(JavaCompanionTestCases.class).failed()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "cents-Xy-Hxh4, cents",
    "count$shop_main, count",
    "name-R9nyO7k$shop_main, name",
    "re-ordered, re-ordered",
    "ordered-reverse, ordered-reverse",
    "total$lambda$0, total",
    "sums_the_prices$lambda$0$lambda$1, sums the prices",
    "count$shop_main$lambda$0, count",
  })
  void namesAreThoseOfTheSource(String method, String source) {
    assertThat(KotlinNames.sourceName(Names.class, method)).isEqualTo(source);
    assertThat(KotlinNames.sourceName(JavaTestCases.class, method)).isEqualTo(method);
  }

  @Test
  void namesInAClassFileAreThoseOfTheSource() throws IOException {
    try (InputStream in =
        KotlinFunctionsTests.class.getResourceAsStream("KotlinFunctionsTests$Names.class")) {
      ClassFile file = new ClassFile(new DataInputStream(in));

      assertThat(KotlinNames.sourceName(file, "name-R9nyO7k$shop_main")).isEqualTo("name");
      assertThat(KotlinNames.sourceName(file, "total$lambda$0")).isEqualTo("total");
    }
  }

  @Test
  void messagesShowTheNameOfTheSource() {
    assertThat(ExecutedTests.tare(InternalTestCases.class).failure("count$shop_main"))
        .hasMessageStartingWith("@Counted on KotlinFunctionsTests.InternalTestCases.count(): ")
        .hasMessageEndingWith("for example \"fun count(): Int\"");
  }

  @Test
  void continuationsInJavaAreOrdinaryParameters() {
    assertThat(ExecutedTests.tare(JavaTestCases.class).failure("takes"))
        .hasMessageContaining("No ParameterResolver");
  }

  @Metadata
  static class WithCompanionTestCases {
    @SuppressWarnings("VariableNameSameAsType") // as Kotlin's compiler names it
    static final Companion Companion = new Companion();

    @Counted
    static int isStatic() {
      return 1;
    }

    @Test
    void hasTwin() {}

    @Metadata
    static final class Companion {
      @Counted
      int outside() {
        return 1;
      }

      @Counted
      int hasTwin() {
        return 1;
      }

      @Counted
      int isStatic() {
        return 1;
      }
    }
  }

  static class JavaCompanionTestCases {
    @SuppressWarnings("VariableNameSameAsType") // as in Kotlin
    static final Factory Factory = new Factory();

    @Test
    void passes() {}

    static final class Factory {
      @Counted
      void outside() {}
    }
  }

  @Metadata(
      d2 = {
        "cents",
        "cents-Xy-Hxh4",
        "count",
        "count$shop_main",
        "name",
        "name-R9nyO7k$shop_main",
        "re-ordered",
        "ordered-reverse",
        "total",
        "sums the prices"
      })
  static class Names {}

  @Metadata(d2 = {"count", "count$shop_main"})
  static class InternalTestCases {
    @SuppressWarnings("UnusedMethod") // found by reflection
    @Counted
    private int count$shop_main() {
      return 1;
    }
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
    Object suspended(Continuation<? super Unit> continuation) {
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
