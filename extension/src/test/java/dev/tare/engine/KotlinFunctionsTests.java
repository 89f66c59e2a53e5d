package dev.tare.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.extension.TareConfigurationException;
import dev.tare.internal.agent.KotlinNames;
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
  @CsvSource({"count$shop_main, count", "$money, $money", "plain, plain"})
  void moduleIsCutOffNames(String method, String source) throws NoSuchMethodException {
    assertThat(KotlinNames.sourceName(Names.class.getDeclaredMethod(method))).isEqualTo(source);
    assertThat(KotlinNames.sourceName(JavaNames.class.getDeclaredMethod(method))).isEqualTo(method);
  }

  @Test
  void messagesShowTheNameOfTheSource() {
    assertThat(ExecutedTests.tare(InternalTestCases.class).failure("count$shop_main"))
        .hasMessageStartingWith("@Counted on KotlinFunctionsTests.InternalTestCases.count(): ")
        .hasMessageEndingWith("for example \"int count()\"");
  }

  @Metadata
  static class Names {
    void count$shop_main() {}

    void $money() {}

    void plain() {}
  }

  static class JavaNames {
    void count$shop_main() {}

    void $money() {}

    void plain() {}
  }

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
}
