package dev.tare.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
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
          + " \"@Counted fun test() = runBlocking { ... }\"";

  @Test
  void suspendFunctionsAreRefused() {
    ExecutedTests tests = ExecutedTests.tare(SuspendTestCases.class);

    assertThat(tests.failure("suspended"))
        .isExactlyInstanceOf(TareConfigurationException.class)
        .hasMessage("@Counted on KotlinFunctionsTests.SuspendTestCases.suspended(): " + SUSPEND);
    assertThat(tests.succeeded()).containsExactly("ordinary");
  }

  @Test
  void suspendFunctionsThatJupiterRunsAreRefusedToo() {
    assertThat(ExecutedTests.tare(JupiterTestCases.class).failed()).containsExactly("suspended");
  }

  @ParameterizedTest
  @CsvSource({
    "cents-Xy-Hxh4, cents-Xy-Hxh4",
    "count$shop_main, count",
    "name-R9nyO7k$shop_main, name-R9nyO7k",
    "re-ordered, re-ordered",
    "ordered-reverse, ordered-reverse",
    "total$lambda$0, total$lambda$0",
  })
  void moduleIsCutOffNames(String method, String source) {
    assertThat(KotlinNames.sourceName(Names.class, method)).isEqualTo(source);
    assertThat(KotlinNames.sourceName(JavaTestCases.class, method)).isEqualTo(method);
  }

  @Test
  void moduleIsCutOffNamesInAClassFile() throws IOException {
    try (InputStream in =
        KotlinFunctionsTests.class.getResourceAsStream("KotlinFunctionsTests$Names.class")) {
      ClassFile file = new ClassFile(new DataInputStream(in));

      assertThat(KotlinNames.sourceName(file, "name-R9nyO7k$shop_main")).isEqualTo("name-R9nyO7k");
      assertThat(KotlinNames.sourceName(file, "total$lambda$0")).isEqualTo("total$lambda$0");
    }
  }

  @Test
  void messagesShowTheNameOfTheSource() {
    assertThat(ExecutedTests.tare(InternalTestCases.class).failure("count$shop_main"))
        .hasMessageStartingWith("@Counted on KotlinFunctionsTests.InternalTestCases.count(): ")
        .hasMessageEndingWith("for example \"int count()\"");
  }

  @Test
  void continuationsInJavaAreOrdinaryParameters() {
    assertThat(ExecutedTests.tare(JavaTestCases.class).failure("takes"))
        .hasMessageContaining("No ParameterResolver");
  }

  @Metadata
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

  static class JavaTestCases {
    @Counted
    Object takes(Continuation<String> continuation) {
      return continuation;
    }
  }
}
