package dev.tare.survival;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.extension.UnmeasuredException;
import dev.tare.testing.WeavesOrWalks;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lets go of objects that the test itself holds. */
@Isolated("other tests' walks hold objects for a moment")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@WeavesOrWalks
class HeldByTestTests {

  private final ExecutedTests tests = ExecutedTests.jupiter(HeldTestCases.class);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "inAField",
        "inAFinalArray",
        "inAListOfARecord",
        "inALambda",
        "inAnArgument",
        "theArgument",
        "theTest"
      })
  void objectThatTheTestHoldsIsUnmeasured(String test) {
    assertThat(tests.failure(test))
        .isInstanceOf(UnmeasuredException.class)
        .message()
        .containsIgnoringWhitespaces(
            "the test, JUnit or the JDK itself still holds an object that the test let go of: "
                + HeldByTestTests.class.getName())
        .containsIgnoringWhitespaces(
            "\n  remedy      let go of an object that the test creates and that only its local");
  }

  record Others(List<Object> all) {}

  @SuppressWarnings("unused") // the walk reads it
  static final class Box {
    private @Nullable Object content;

    @Override
    public String toString() {
      return String.valueOf(content);
    }
  }

  @SuppressWarnings("unused") // the walk reads them
  static class HeldTestCases {

    private @Nullable Object field;
    private final Object[] array = new Object[1];
    private @Nullable Others others;
    private @Nullable Runnable task;

    private static Object released(Released<Object> released) {
      Object object = new Object();
      released.letGo(object);
      return object;
    }

    @Test
    void inAField(@MustBeCollected Released<Object> released) {
      field = released(released);
    }

    @Test
    void inAFinalArray(@MustBeCollected Released<Object> released) {
      array[0] = released(released);
    }

    @Test
    void inAListOfARecord(@MustBeCollected Released<Object> released) {
      others = new Others(List.of(released(released)));
    }

    @Test
    void inALambda(@MustBeCollected Released<Object> released) {
      Object object = released(released);
      task = () -> Objects.requireNonNull(object);
    }

    static Stream<Object> arguments() {
      return Stream.of(new Box());
    }

    @ParameterizedTest(name = "theArgument")
    @MethodSource("arguments")
    void theArgument(Box argument, @MustBeCollected Released<Object> released) {
      released.letGo(argument);
    }

    @ParameterizedTest(name = "inAnArgument")
    @MethodSource("arguments")
    void inAnArgument(Box argument, @MustBeCollected Released<Object> released) {
      argument.content = released(released);
    }

    @Test
    void theTest(@MustBeCollected Released<Object> released) {
      released.letGo(this);
    }
  }
}
