package dev.tare.internal.weight;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TestNameTests {

  static class Outer {
    static class Key {}
  }

  static class Other {
    static class Key {}
  }

  static class BaseTestCases<T> {
    void generic(List<T> values) {}

    void only(T value) {}
  }

  static class OverloadTestCases extends BaseTestCases<String> {
    void test() {}

    void test(Outer.Key key) {}

    void test(Other.Key key) {}

    void test(Other.Key... keys) {}

    void test(int[] numbers) {}

    @Override
    void only(String value) {}
  }

  /** Returns the invocations of the last of the nodes, each an id's segment and a display name. */
  private static String invocations(String className, String... nodes) {
    Map<String, String> names = new HashMap<>();
    String id = "[engine:junit-jupiter]";
    for (int i = 0; i < nodes.length; i += 2) {
      id += "/[" + nodes[i] + "]";
      names.put(id, nodes[i + 1]);
    }
    return TestName.invocations(className, id, key -> names.getOrDefault(key, ""));
  }

  private static TestName name(String invocations, String method, Class<?>... parameters)
      throws NoSuchMethodException {
    Method found = OverloadTestCases.class.getDeclaredMethod(method, parameters);
    return new TestName(OverloadTestCases.class, found, invocations);
  }

  @Test
  void plainTestHasNoInvocation() {
    assertThat(invocations("a.Tests", "class:a.Tests", "Tests", "method:t()", "t()")).isEmpty();
  }

  @Test
  void positionTellsInvocationsOfOneNameApart() {
    assertThat(invocations("T", "class:T", "T", "test-factory:t()", "t()", "dynamic-test:#2", "a"))
        .isEqualTo("[2] a");
  }

  @Test
  void positionIsNotRepeated() {
    assertThat(
            invocations(
                "T",
                "class:T",
                "T",
                "test-template:t(int)",
                "t(int)",
                "test-template-invocation:#12",
                "[12] a"))
        .isEqualTo("[12] a");
    assertThat(
            invocations(
                "T",
                "class:T",
                "T",
                "test-template:t(int)",
                "t(int)",
                "test-template-invocation:#1",
                "[12] a"))
        .isEqualTo("[1] [12] a");
  }

  @Test
  void containersComeBeforeTheirTests() {
    assertThat(
            invocations(
                "T",
                "class:T",
                "T",
                "test-factory:t()",
                "t()",
                "dynamic-container:#1",
                "small",
                "dynamic-container:#3",
                "warm",
                "dynamic-test:#2",
                "a"))
        .isEqualTo("[1] small > [3] warm > [2] a");
  }

  @Test
  void invocationsOfNestedClassesComeBeforeThoseOfTheMethod() {
    assertThat(
            invocations(
                "T$Inner",
                "class-template:T",
                "T",
                "class-template-invocation:#2",
                "[2] large",
                "nested-class-template:Inner",
                "Inner",
                "class-template-invocation:#1",
                "red",
                "test-template:t()",
                "t()",
                "test-template-invocation:#3",
                "repetition 3 of 3"))
        .isEqualTo("[2] large > [1] red > [3] repetition 3 of 3");
  }

  @Test
  void classThatInheritsANestedClassIsNamed() {
    String inherited = "a.ListContract$Adding";
    assertThat(
            invocations(
                inherited,
                "class:a.ArrayListTests",
                "ArrayListTests",
                "nested-class:Adding",
                "Adding",
                "method:t()",
                "t()"))
        .isEqualTo("a.ArrayListTests");
    assertThat(
            invocations(
                "a.Tests$Adding",
                "class:a.Tests",
                "Tests",
                "nested-class:Adding",
                "Adding",
                "method:t()",
                "t()"))
        .isEmpty();
  }

  @Test
  void overloadsOfOneSimpleNameHaveFullNames() throws NoSuchMethodException {
    String prefix = "test(" + TestNameTests.class.getName();

    assertThat(name("", "test", Outer.Key.class).signature()).isEqualTo(prefix + "$Outer$Key)");
    assertThat(name("", "test", Other.Key.class).signature()).isEqualTo(prefix + "$Other$Key)");
    assertThat(name("", "test", Other.Key[].class).signature()).isEqualTo("test(Key[])");
    assertThat(name("", "test", int[].class).signature()).isEqualTo("test(int[])");
    assertThat(name("", "test").signature()).isEqualTo("test()");
  }

  @Test
  void overloadHasItsParametersInReports() throws NoSuchMethodException {
    assertThat(name("[1] a", "test", int[].class).id().invocation()).isEqualTo("(int[]) [1] a");
    assertThat(name("", "test", Other.Key.class).id().shortName())
        .isEqualTo("TestNameTests.OverloadTestCases.test() (" + Other.Key.class.getName() + ")");
    assertThat(name("", "test").id().invocation()).isEmpty();
    Method only = BaseTestCases.class.getDeclaredMethods()[0];
    assertThat(new TestName(BaseTestCases.class, only, "[1] a").id().invocation())
        .isEqualTo("[1] a");
  }
}
