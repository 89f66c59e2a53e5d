package dev.tare.survival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.tare.ExecutedTests;
import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.testing.WeavesOrWalks;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.commons.annotation.Testable;

/** Tests the elements that can be annotated; {@link MaxSurvivingBytesTests} tests the figures. */
@Isolated("objects of other tests would be in the figures")
@WeavesOrWalks
class MaxSurvivorsTests {

  static final List<Object> REGISTRY = new ArrayList<>(1_000);

  /** The only class that counts, so two rounds are enough. */
  static final class Connection {}

  private static void call(boolean keeps) {
    Connection connection = new Connection();
    if (keeps) {
      REGISTRY.add(connection);
    }
  }

  @AfterEach
  void forget() {
    REGISTRY.clear();
  }

  @Nested
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  class OnJupiterTests {

    private final ExecutedTests tests =
        ExecutedTests.jupiter(JupiterTestCases.class, "tare.breakdown", "never");

    @Test
    void jupiterTestIsJudged() {
      assertThat(tests.failure("keeps"))
          .message()
          .startsWith("Surviving objects of type ")
          .contains(" of MaxSurvivorsTests.JupiterTestCases.keeps() 1 exceed 0\n");
      assertThat(tests.entries("drops")).containsEntry("tare.surviving-objects.value", "0");
    }

    @Test
    void eachInvocationOfAParameterizedTestIsJudged() {
      assertThat(tests.entries("[1] keeps=false"))
          .containsEntry("tare.surviving-objects.value", "0");
      assertThat(tests.failure("[2] keeps=true")).hasMessageContaining(" 1 exceed 0\n");
    }

    @Test
    void eachDynamicTestIsJudged() {
      assertThat(tests.failure("dynamicKeeps")).hasMessageContaining(" 1 exceed 0\n");
      assertThat(tests.entries("dynamicDrops")).containsEntry("tare.surviving-objects.value", "0");
    }

    @Test
    void defaultOfAnEnclosingClassAppliesToNestedTests() {
      assertThat(
              ExecutedTests.jupiter(DefaultTestCases.class, "tare.breakdown", "never")
                  .failure("nested"))
          .hasMessageContaining(" 1 exceed 0\n");
    }
  }

  @Nested
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  class OnAClassOrAnotherAnnotation {

    private final ExecutedTests tests =
        ExecutedTests.tare(DefaultTestCases.class, "tare.breakdown", "never");

    @Test
    void defaultOfAClassAppliesToItsTests() {
      assertThat(tests.failure("keeps"))
          .hasMessageContaining("DefaultTestCases.keeps() 1 exceed 0");
      assertThat(tests.entries("drops")).containsEntry("tare.surviving-objects.value", "0");
    }

    @Test
    void nearerAnnotationReplacesTheDefault() {
      assertThat(tests.entries("ownLimit")).containsEntry("tare.surviving-objects.value", "1");
    }

    @Test
    void metaAnnotationMakesATestAndCarriesTheLimit() {
      assertThat(tests.failure("composed"))
          .hasMessageContaining("DefaultTestCases.composed() 2 exceed 1\n")
          .hasMessageContaining("2 rounds of 3 calls");
    }
  }

  static class JupiterTestCases {

    @Test
    @MaxSurvivors(type = Connection.class, value = 0, calls = 2, rounds = 2)
    void keeps() {
      call(true);
    }

    @Test
    @MaxSurvivors(type = Connection.class, value = 0, calls = 2, rounds = 2)
    void drops() {
      call(false);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @MaxSurvivors(type = Connection.class, value = 0, calls = 2, rounds = 2)
    void parameterized(boolean keeps) {
      call(keeps);
    }

    @TestFactory
    @MaxSurvivors(type = Connection.class, value = 0, calls = 2, rounds = 2)
    List<DynamicTest> dynamic() {
      return List.of(
          dynamicTest("dynamicKeeps", () -> call(true)),
          dynamicTest("dynamicDrops", () -> call(false)));
    }
  }

  @Target(ElementType.METHOD)
  @Retention(RetentionPolicy.RUNTIME)
  @MaxSurvivors(type = Connection.class, value = 1, calls = 3, rounds = 2)
  @Testable
  @interface KeepsOneConnection {}

  /** A default does not make methods tests, so {@code @MaxAllocatedBytes} does. */
  @MaxSurvivors(type = Connection.class, value = 0, calls = 2, rounds = 2)
  static class DefaultTestCases {

    @MaxAllocatedBytes("1 MB")
    void keeps() {
      call(true);
    }

    @MaxAllocatedBytes("1 MB")
    void drops() {
      call(false);
    }

    @MaxSurvivors(type = Connection.class, value = 1, calls = 2, rounds = 2)
    void ownLimit() {
      call(true);
    }

    @KeepsOneConnection
    void composed() {
      call(true);
      call(true);
    }

    @Nested
    class Inner {
      @Test
      void nested() {
        call(true);
      }
    }
  }
}
