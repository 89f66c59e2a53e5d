package dev.tare.internal.jupiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.extension.ConfigurationKey;
import dev.tare.extension.UnmeasuredException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** Checks how the gravest verdict and the suite's policy decide on a test. */
public class PolicyTests {

  @Nested
  class ByDefault {

    private final ExecutedTests tests = ExecutedTests.jupiter(VerdictTestCases.class);

    @Test
    void withinSucceedsAndPublishesItsNumber() {
      assertThat(tests.succeeded()).containsExactlyInAnyOrder("within", "exactly");
      assertThat(tests.entries("exactly"))
          .containsEntry("tare.length.outcome", "within")
          .containsEntry("tare.length.value", "4")
          .containsEntry("tare.length.limit", "4");
    }

    @Test
    void exceededFailsWithTextsOnly() {
      assertThat(tests.failure("exceeded"))
          .isExactlyInstanceOf(AssertionFailedError.class)
          .hasMessageStartingWith("Length of PolicyTests.VerdictTestCases.exceeded() 4 exceeds 3")
          .satisfies(
              thrown -> {
                AssertionFailedError error = (AssertionFailedError) thrown;
                assertThat(error.getExpected().getValue()).isEqualTo("at most 3");
                assertThat(error.getActual().getValue()).isEqualTo("4");
              });
    }

    @Test
    void unmeasuredFailsAndSaysWhatToDo() {
      assertThat(tests.failure("unmeasured"))
          .isExactlyInstanceOf(UnmeasuredException.class)
          .hasMessageStartingWith("unmeasured")
          .hasMessageContaining("there is no text")
          .hasMessageContaining("return one");
    }

    @Test
    void inconclusiveIsAbortedWithItsReason() {
      assertThat(tests.abortion("inconclusive"))
          .isInstanceOf(TestAbortedException.class)
          .hasMessageStartingWith("inconclusive")
          .hasMessageContaining("asked to doubt");
    }
  }

  @Test
  void unmeasuredIsAbortedIfTheSuiteConfiguresIt() {
    ExecutedTests tests =
        ExecutedTests.jupiter(VerdictTestCases.class, ConfigurationKey.UNMEASURED.key(), "abort");

    assertThat(tests.abortion("unmeasured")).hasMessageStartingWith("unmeasured");
    assertThat(tests.failed()).containsExactly("exceeded");
  }

  @Test
  void inconclusiveFailsIfTheSuiteConfiguresIt() {
    ExecutedTests tests =
        ExecutedTests.jupiter(VerdictTestCases.class, ConfigurationKey.INCONCLUSIVE.key(), "fail");

    assertThat(tests.failure("inconclusive"))
        .isExactlyInstanceOf(AssertionFailedError.class)
        .hasMessageStartingWith("inconclusive");
    assertThat(tests.aborted()).isEmpty();
  }

  public static class VerdictTestCases {
    @Test
    void within(@MaxLength(5) MaxLength.Text text) {
      text.hold("four");
    }

    @Test
    void exactly(@MaxLength(4) MaxLength.Text text) {
      text.hold("four");
    }

    @Test
    void exceeded(@MaxLength(3) MaxLength.Text text) {
      text.hold("four");
    }

    @Test
    void unmeasured(@MaxLength(3) MaxLength.Text text) {
      assertThat(text).isNotNull();
    }

    @Test
    @MaxCalls(value = 0, doubtful = true)
    void inconclusive() {}
  }
}
