package dev.tare.invocations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.testing.WeavesOrWalks;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Comparator;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that reach overriding, inherited and bridge methods. */
@Isolated("transforms the classes of all tests")
@WeavesOrWalks
class InvocationDispatchTests {

  private static final ExecutedTests COUNTED = ExecutedTests.tare(CountedTestCases.class);
  private static final ExecutedTests PARTS = ExecutedTests.tare(PartTestCases.class);
  private static final ExecutedTests LAMBDAS = ExecutedTests.tare(LambdaTestCases.class);

  /** Limits are 0, so that the message shows the count. */
  @ParameterizedTest
  @CsvSource({
    "covariantResult, 3",
    "genericParameter, 3",
    "overloadOfASubtype, 2",
    "threeLevels, 3",
    "fromAnotherMethod, 2",
    "overloadOfTheOverridden, 1",
    "privateSuperclassOfThePackage, 3",
    "nativeThatThrows, 3",
    "inheritedFromAboveBeside, 3",
    "inheritedFromBesideLoadedLater, 2",
    "bridgedBeside, 1",
    "inheritedDefaultMethod, 3",
    "proxy, 3"
  })
  void callInTheBodyIsOneCall(String test, int calls) {
    assertThat(COUNTED.failure(test)).hasMessageContaining(test + "() " + calls + " exceed 0\n");
  }

  /** Limits are 0, so that the message shows the count. */
  @ParameterizedTest
  @CsvSource({
    "builder, '2,000'",
    "chainOfOverloads, 2",
    "wrappedObjects, 3",
    "wrappedByAProxyOfTheJdk, 3",
    "mutualRecursion, 1",
    "recursionOnOtherObjects, 3",
    "recursionThroughABridge, 3",
    "nestedInACallback, 4",
    "retriedByAProxy, 2",
    "afterAPartThatThrows, 2"
  })
  void callThatAnotherCountedMethodMakesIsPartOfItsCall(String test, String calls) {
    assertThat(PARTS.failure(test)).hasMessageContaining(test + "() " + calls + " exceed 0\n");
  }

  static class Shape {
    Object copy(int times) {
      return times;
    }
  }

  static class Circle extends Shape {
    @Override
    String copy(int times) {
      return super.copy(times).toString();
    }
  }

  static class Chain<T> {
    T next(T before) {
      return before;
    }
  }

  static class Numbers extends Chain<Integer> {
    @Override
    Integer next(Integer before) {
      return super.next(before) + 1;
    }

    String next(String before) {
      return before + "1";
    }
  }

  interface Store {
    String find(int id);
  }

  interface Rows extends Store {
    @Override
    default String find(int id) {
      return "row " + id;
    }
  }

  static class FewRows implements Rows {
    @Override
    public String find(int id) {
      return Rows.super.find(id);
    }
  }

  static class NoRows extends FewRows {
    @Override
    public String find(int id) {
      return super.find(-id);
    }

    String other(int id) {
      return super.find(id);
    }
  }

  static class LastRows extends NoRows {
    @Override
    public String find(int id) {
      return super.find(id + 1);
    }
  }

  static class Words {
    int length(String word) {
      return word.length();
    }

    int length(Object word) {
      return length(word.toString());
    }
  }

  static class MoreWords extends Words {
    @Override
    int length(Object word) {
      return super.length(word);
    }
  }

  static class Hidden {
    public int size() {
      return 1;
    }
  }

  /** Class whose bridge calls the method of an inaccessible class. */
  public static class Shown extends Hidden {}

  static class Native {
    native String find(int id);
  }

  static class Caught extends Native {
    @Override
    String find(int id) {
      try {
        return super.find(id);
      } catch (UnsatisfiedLinkError e) {
        return "none";
      }
    }
  }

  static class Base {
    public String find(int id) {
      return "base " + id;
    }
  }

  static class LateBase {
    public String find(int id) {
      return "later " + id;
    }
  }

  /** Loaded while calls are counted. */
  static class Later extends LateBase implements Store {}

  static class Middle extends Base {}

  static class MiddleStore extends Middle implements Store {}

  static class Ahead {
    public String find(int id) {
      return "ahead " + id;
    }
  }

  interface Steps<T> {
    T step(T before);
  }

  static class IntegerSteps {
    public Integer step(Integer before) {
      return before + 1;
    }
  }

  /** Class whose bridge calls an inherited method with other parameters than the interface's. */
  static class BridgedSteps extends IntegerSteps implements Steps<Integer> {}

  static class CountedTestCases {

    @MaxInvocations(type = Shape.class, method = "copy", value = 0)
    void covariantResult() {
      Shape shape = new Circle();
      shape.copy(1);
      shape.copy(2);
      new Circle().copy(3);
    }

    @MaxInvocations(type = Chain.class, method = "next", value = 0)
    void genericParameter() {
      Chain<Integer> chain = new Numbers();
      chain.next(1);
      chain.next(2);
      new Numbers().next(3);
    }

    @MaxInvocations(type = Chain.class, method = "next", value = 0)
    void overloadOfASubtype() {
      new Numbers().next("1");
      new Numbers().next(1);
    }

    @MaxInvocations(type = Store.class, method = "find", value = 0)
    void threeLevels() {
      callThrice(new LastRows());
    }

    @MaxInvocations(type = Store.class, method = "find", value = 0)
    void fromAnotherMethod() {
      new NoRows().other(1);
      new NoRows().find(1);
    }

    @MaxInvocations(type = Words.class, method = "length", value = 0)
    int overloadOfTheOverridden() {
      return new MoreWords().length((Object) "word");
    }

    @MaxInvocations(type = Shown.class, method = "size", value = 0)
    int privateSuperclassOfThePackage() {
      Shown shown = new Shown();
      return shown.size() + shown.size() + shown.size();
    }

    @MaxInvocations(type = Caught.class, method = "find", value = 0)
    void nativeThatThrows() {
      Caught caught = new Caught();
      caught.find(1);
      caught.find(2);
      caught.find(3);
    }

    @MaxInvocations(type = Store.class, method = "find", value = 0)
    void inheritedFromAboveBeside() {
      new Base().find(1);
      callThrice(new MiddleStore());
    }

    @MaxInvocations(type = Store.class, method = "find", value = 0)
    void inheritedFromBesideLoadedLater() {
      new Later().find(1);
      new Later().find(2);
    }

    @MaxInvocations(type = Steps.class, method = "step", value = 0)
    Object bridgedBeside() {
      Steps<Integer> steps = new BridgedSteps();
      return steps.step(1);
    }

    @MaxInvocations(type = Store.class, method = "find", value = 0)
    void inheritedDefaultMethod() {
      class Both implements Rows, Store {}

      callThrice(new Both());
    }

    @MaxInvocations(type = Store.class, method = "find", value = 0)
    void proxy() {
      InvocationHandler handler = (proxy, method, arguments) -> "proxied";
      callThrice(
          (Store)
              Proxy.newProxyInstance(
                  Store.class.getClassLoader(), new Class<?>[] {Store.class}, handler));
    }

    static void callThrice(Store store) {
      store.find(1);
      store.find(2);
      store.find(3);
    }
  }

  /** Has overloads that call each other, and a callback. */
  static class Template {
    int query(String text) {
      return query(text, 1);
    }

    int query(String text, int limit) {
      return query(text, limit, row -> row);
    }

    int query(String text, int limit, IntUnaryOperator rows) {
      int sum = 0;
      for (int row = 0; row < limit; row++) {
        sum += rows.applyAsInt(text.length());
      }
      return sum;
    }

    int even(int number) {
      return number == 0 ? 0 : even(number - 1L);
    }

    int even(long number) {
      return even((int) number - 1);
    }
  }

  record Wrapper(Store wrapped) implements Store {
    @Override
    public String find(int id) {
      return "wrapped " + wrapped.find(id);
    }
  }

  static class Countdown extends Chain<Integer> {
    private final Chain<Integer> self = this;

    @Override
    Integer next(Integer before) {
      return before == 0 ? 0 : self.next(before - 1);
    }
  }

  static class PartTestCases {

    private final Template template = new Template();
    private final Store rows = new FewRows();

    @MaxInvocations(type = StringBuilder.class, method = "append", value = 0)
    Object builder() {
      StringBuilder builder = new StringBuilder();
      for (int i = 0; i < 1_000; i++) {
        builder.append(true).append(false);
      }
      return builder;
    }

    @MaxInvocations(type = Template.class, method = "query", value = 0)
    int chainOfOverloads() {
      return template.query("select") + template.query("select", 2);
    }

    @MaxInvocations(type = Store.class, method = "find", value = 0)
    void wrappedObjects() {
      CountedTestCases.callThrice(new Wrapper(rows));
    }

    @MaxInvocations(type = Store.class, method = "find", value = 0)
    void wrappedByAProxyOfTheJdk() {
      CountedTestCases.callThrice(
          proxy((proxy, method, arguments) -> method.invoke(rows, arguments)));
    }

    @MaxInvocations(type = Store.class, method = "find", value = 0)
    void retriedByAProxy() {
      proxy((proxy, method, arguments) -> rows.find(1) + method.invoke(rows, arguments)).find(1);
    }

    private static Store proxy(InvocationHandler handler) {
      return (Store)
          Proxy.newProxyInstance(
              Store.class.getClassLoader(), new Class<?>[] {Store.class}, handler);
    }

    @MaxInvocations(type = Template.class, method = "even", value = 0)
    int mutualRecursion() {
      return template.even(6);
    }

    /** A wrapper in a wrapper in a wrapper: one method, which calls itself. */
    @MaxInvocations(type = Store.class, method = "find", value = 0)
    String recursionOnOtherObjects() {
      return new Wrapper(new Wrapper(new Wrapper(rows))).find(1);
    }

    @MaxInvocations(type = Chain.class, method = "next", value = 0)
    int recursionThroughABridge() {
      return new Countdown().next(2);
    }

    /** Each row makes a query. */
    @MaxInvocations(type = Template.class, method = "query", value = 0)
    int nestedInACallback() {
      return template.query("select", 3, row -> template.query("select", row));
    }

    @MaxInvocations(type = Store.class, method = "find", value = 0)
    @SuppressWarnings("NullAway") // on purpose
    void afterAPartThatThrows() {
      try {
        new Wrapper(null).find(1);
      } catch (NullPointerException e) {
        // expected
      }
      rows.find(1);
    }
  }

  @Test
  void inheritedMethodThatIsNotWovenIsInconclusive() {
    assertThat(ExecutedTests.tare(BesideTestCases.class).abortion("loadedAhead"))
        .message()
        .containsIgnoringWhitespaces(
            "calls of "
                + InvocationDispatchTests.class.getName()
                + "$Ahead.find() cannot be counted");
  }

  static class BesideTestCases {

    private final Ahead ahead = new Ahead();

    @MaxInvocations(type = Store.class, method = "find", value = 5)
    Object loadedAhead() {
      class Late extends Ahead implements Store {}

      return ahead.find(1) + new Late().find(1);
    }
  }

  interface Source {
    String read(int line);

    default String first() {
      return read(0);
    }
  }

  static class FileSource implements Source {
    @Override
    public String read(int line) {
      return "line " + line;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"lambda", "lambdaMadeBefore", "lambdaOfASubtype", "lambdaOfTheJdk", "reference"})
  void methodThatALambdaImplementsIsInconclusive(String test) {
    assertThat(LAMBDAS.abortion(test))
        .message()
        .containsIgnoringWhitespaces(
            "calls of lambdas and method references of the type are not counted; use a class in"
                + " their place");
  }

  @Test
  void callsBesideThoseOfALambdaExceedTheLimit() {
    assertThat(LAMBDAS.failure("tooOften"))
        .hasMessageContaining("tooOften() 2 exceed 1\n")
        .hasMessageContaining("; it is at least that")
        .hasMessageContaining("calls of lambdas and method references of the type");
  }

  /** The JVM itself calls functions when it links a lambda. */
  @Test
  void callsThatLinkALambdaDoNotCount() {
    assertThat(LAMBDAS.failure("linked")).hasMessageContaining("linked() 1 exceed 0\n");
  }

  @Test
  void methodThatNoLambdaImplementsIsCountedOnLambdas() {
    assertThat(LAMBDAS.failure("defaultOfALambda"))
        .hasMessageContaining("defaultOfALambda() 3 exceed 0\n")
        .hasMessageNotContaining("it is at least that");
  }

  @Test
  void classIsCountedEvenIfLambdasImplementItsInterface() {
    assertThat(LAMBDAS.succeeded()).containsExactly("ofAClass");
  }

  static class LambdaTestCases {

    interface LineSource extends Source {}

    interface Reader {
      String read(int line);
    }

    private final Source kept = line -> "kept " + line;
    private final Source file = new FileSource();

    @MaxInvocations(type = Reader.class, method = "read", value = 5)
    Object lambda() {
      Reader reader = line -> "made " + line;
      return reader.read(1);
    }

    @MaxInvocations(type = Source.class, method = "read", value = 5)
    Object lambdaMadeBefore() {
      return kept.read(1);
    }

    @MaxInvocations(type = Source.class, method = "read", value = 5)
    Object lambdaOfASubtype() {
      LineSource source = line -> "sub " + line;
      return source.read(1);
    }

    @MaxInvocations(type = Comparator.class, method = "compare", value = 10)
    Object lambdaOfTheJdk() {
      return Comparator.comparing(String::valueOf).compare(1, 2);
    }

    @MaxInvocations(type = Reader.class, method = "read", value = 5)
    Object reference() {
      Reader reader = file::read;
      return reader.read(1);
    }

    @MaxInvocations(type = Source.class, method = "read", value = 1)
    Object tooOften() {
      return kept.read(1) + file.read(1) + file.read(2);
    }

    @MaxInvocations(type = Function.class, method = "apply", value = 0)
    Object linked() {
      class Same implements Function<Object, Object> {
        @Override
        public Object apply(Object object) {
          return object;
        }
      }

      Function<Object, Object> text = object -> "text of " + object;
      return text.apply(new Same().apply(this));
    }

    @MaxInvocations(type = Source.class, method = "first", value = 0)
    Object defaultOfALambda() {
      return kept.first() + kept.first() + kept.first();
    }

    @MaxInvocations(type = FileSource.class, method = "read", value = 1)
    Object ofAClass() {
      return new FileSource().read(1);
    }
  }
}
