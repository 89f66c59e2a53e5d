package dev.tare.survival;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.extension.UnmeasuredException;
import dev.tare.testing.WeavesOrWalks;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.AssertionFailedError;

/** Tests the advice for objects that the test itself holds. */
@Isolated("other tests' walks hold objects for a moment")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@WeavesOrWalks
class HeldByTestTests {

  private static final String LOCAL = "keep the object in a local variable";

  private final ExecutedTests tests = ExecutedTests.jupiter(HeldTestCases.class);
  private final ExecutedTests growing = ExecutedTests.jupiter(GrowingTestCases.class);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          inAField         | set the field @$HeldTestCases.field to null, or ...
          inAFinalArray    | set the element of the array to null, or ...
          inAFinalReference | ...
          inAList          | remove the object from the list, or ...
          inAMap           | remove the object from the map, or ...
          inASet           | remove the object from the collection, or ...
          inARecord        | set the field @$HeldTestCases.pair to null, or ...
          inAListOfARecord | remove the object from the list, or set the field @$HeldTestCases.pair to null, or ...
          inAnObject       | set the field @$Box.content to null, or ...
          inALambda        | set the field @$HeldTestCases.task to null, or ...
          inAnArgument     | create the object in the test, not as a part of its argument
          theArgument      | create the object in the test, not as its argument
          theTest          | let go of an object that the test creates, not of the test itself
          """)
  void remedyFitsTheHolder(String test, String remedy) {
    assertThat(tests.failure(test))
        .isInstanceOf(UnmeasuredException.class)
        .message()
        .containsIgnoringWhitespaces("the test itself still holds an object it let go of: ")
        .containsIgnoringWhitespaces(
            "\n  remedy      "
                + remedy.replace("@", HeldByTestTests.class.getName()).replace("...", LOCAL));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          inAList      | the field list of the test | remove the object from the list, or ...
          inAMap       | the field map of the test  | remove the object from the map, or ...
          pagesInAList | the field list of the test | remove the object from the list, or ...
          inAChain     | the field chain of the test | set the field @$GrowingTestCases.chain to null, or ...
          inALambda    | the field list of the test | remove the object from the list, or ...
          inAnArgument | an argument of the test     | remove the object from the list, or ...
          inAnArray    | an argument of the test     | set the element of the array to null, or ...
          """)
  void noteFitsTheHolderOfObjectsLeftBehind(String test, String holder, String change) {
    assertThat(growing.failure(test))
        .isInstanceOf(AssertionFailedError.class)
        .message()
        .containsIgnoringWhitespaces("  held by     test object ")
        .containsIgnoringWhitespaces(
            "\n  note        %s holds the objects; if the test puts them there, %s\n"
                .formatted(
                    holder,
                    change.replace("@", HeldByTestTests.class.getName()).replace("...", LOCAL)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"inAServer", "inAServerThatIsAnArgument", "inAStaticField"})
  void objectsThatTheTestDidNotPutThereHaveNoNote(String test) {
    assertThat(growing.failure(test))
        .isInstanceOf(AssertionFailedError.class)
        .hasMessageContaining("  held by     ")
        .hasMessageNotContaining("  note  ");
  }

  record Pair(@Nullable Object first, @Nullable List<Object> others) {}

  @SuppressWarnings("unused") // the walk reads it
  static final class Box {
    private @Nullable Object content;

    @Override
    public String toString() {
      return String.valueOf(content);
    }
  }

  @SuppressWarnings({"unused", "OptionalUsedAsFieldOrParameterType"}) // the walk reads them
  static class HeldTestCases {

    private @Nullable Object field;
    private final Object[] array = new Object[1];
    private final AtomicReference<Object> reference = new AtomicReference<>();
    private final List<Object> list = new ArrayList<>();
    private final Map<String, List<Object>> map = new HashMap<>();
    private final Set<Object> set = new HashSet<>();
    private @Nullable Pair pair;
    private final Box box = new Box();
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
    void inAFinalReference(@MustBeCollected Released<Object> released) {
      reference.set(released(released));
    }

    @Test
    void inAList(@MustBeCollected Released<Object> released) {
      list.add(released(released));
    }

    @Test
    void inAMap(@MustBeCollected Released<Object> released) {
      map.put("key", List.of(released(released)));
    }

    @Test
    void inASet(@MustBeCollected Released<Object> released) {
      set.add(released(released));
    }

    @Test
    void inARecord(@MustBeCollected Released<Object> released) {
      pair = new Pair(released(released), null);
    }

    @Test
    void inAListOfARecord(@MustBeCollected Released<Object> released) {
      pair = new Pair(null, List.of(released(released)));
    }

    @Test
    void inAnObject(@MustBeCollected Released<Object> released) {
      box.content = released(released);
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

  /** Page with rows; the message shows the path to the rows, since they are larger. */
  @SuppressWarnings("unused") // the walk reads them
  record Page(List<Row> rows) {}

  record Row(long first, long second) {}

  /** Link of a chain. */
  @SuppressWarnings("unused") // the walk reads it
  record Chained(@Nullable Chained next) {}

  /** Object of the application that holds objects. */
  static final class Server {
    private final List<Object> sessions = new ArrayList<>(1_000);

    void open() {
      sessions.add(new Object());
    }

    @Override
    public String toString() {
      return "server";
    }
  }

  @Target(ElementType.METHOD)
  @Retention(RetentionPolicy.RUNTIME)
  @MaxSurvivors(value = 0, rounds = 2)
  @interface LeavesNothing {}

  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  static class GrowingTestCases {

    private static final List<Object> REGISTRY = new ArrayList<>(1_000);

    private final List<Object> list = new ArrayList<>(1_000);
    private final Map<Object, Object> map = new HashMap<>(1_000);
    private final Server server = new Server();
    private @Nullable Chained chain;
    private int used;

    @AfterAll
    void forget() {
      REGISTRY.clear();
    }

    @Test
    @LeavesNothing
    void inAList() {
      list.add(new byte[100]);
    }

    @Test
    @LeavesNothing
    void inAMap() {
      map.put(1_000 + map.size(), new byte[100]);
    }

    @Test
    @LeavesNothing
    void pagesInAList() {
      list.add(new Page(List.of(new Row(1, 1), new Row(2, 2))));
    }

    @Test
    @LeavesNothing
    void inAChain() {
      chain = new Chained(chain);
    }

    @Test
    @LeavesNothing
    void inALambda() {
      Object object = new byte[100];
      Runnable task = () -> Objects.requireNonNull(object);
      list.add(task);
    }

    static Stream<Object> lists() {
      return Stream.of(new ArrayList<>(1_000));
    }

    @ParameterizedTest(name = "inAnArgument")
    @MethodSource("lists")
    @LeavesNothing
    void inAnArgument(List<Object> argument) {
      argument.add(new byte[100]);
    }

    static Stream<Arguments> arrays() {
      return Stream.of(Arguments.of((Object) new Object[1_000]));
    }

    @ParameterizedTest(name = "inAnArray")
    @MethodSource("arrays")
    @LeavesNothing
    void inAnArray(Object[] argument) {
      argument[used++] = new byte[100];
    }

    @Test
    @LeavesNothing
    void inAServer() {
      server.open();
    }

    static Stream<Server> servers() {
      return Stream.of(new Server());
    }

    @ParameterizedTest(name = "inAServerThatIsAnArgument")
    @MethodSource("servers")
    @LeavesNothing
    void inAServerThatIsAnArgument(Server argument) {
      argument.open();
    }

    @Test
    @LeavesNothing
    void inAStaticField() {
      REGISTRY.add(new byte[100]);
    }
  }
}
