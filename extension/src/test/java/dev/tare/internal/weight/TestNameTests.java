package dev.tare.internal.weight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.retained.Retained;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    void test(Retained<String> value, String text, Thread.State state) {}

    @Override
    void only(String value) {}
  }

  /** Returns the invocations of the last of the nodes, each an id's segment and a display name. */
  private static String invocations(String className, String nodes) {
    Map<String, String> names = new HashMap<>();
    String id = "[engine:junit-jupiter]";
    for (String node : nodes.split(", ", -1)) {
      String[] segmentAndName = node.split(" = ", 2);
      id += "/[" + segmentAndName[0] + "]";
      names.put(id, segmentAndName[1]);
    }
    return TestName.invocations(className, id, key -> names.getOrDefault(key, ""));
  }

  private static TestName name(String invocations, String method, Class<?>... parameters)
      throws NoSuchMethodException {
    Method found = OverloadTestCases.class.getDeclaredMethod(method, parameters);
    return new TestName(OverloadTestCases.class, found, invocations);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # a plain test has no invocation
          a.Tests | class:a.Tests = Tests, method:t() = t() | ''
          # the position tells invocations of one name apart, and is not repeated
          T | class:T = T, test-factory:t() = t(), dynamic-test:#2 = a | [2] a
          T | class:T = T, test-template:t(int) = t(int), test-template-invocation:#12 = [12] a | [12] a
          T | class:T = T, test-template:t(int) = t(int), test-template-invocation:#1 = [12] a | [1] [12] a
          # containers, and invocations of classes, come before their tests
          T | class:T = T, test-factory:t() = t(), dynamic-container:#1 = small, dynamic-container:#3 = warm, dynamic-test:#2 = a | [1] small > [3] warm > [2] a
          T$Inner | class-template:T = T, class-template-invocation:#2 = [2] large, nested-class-template:Inner = Inner, class-template-invocation:#1 = red, test-template:t() = t(), test-template-invocation:#3 = repetition 3 of 3 | [2] large > [1] red > [3] repetition 3 of 3
          # a class that inherits a nested class is named
          a.ListContract$Adding | class:a.ArrayListTests = ArrayListTests, nested-class:Adding = Adding, method:t() = t() | a.ArrayListTests
          a.Tests$Adding | class:a.Tests = Tests, nested-class:Adding = Adding, method:t() = t() | ''
          """)
  void invocationsAreNamedByPositionAndName(String className, String nodes, String name) {
    assertThat(invocations(className, nodes)).isEqualTo(name);
  }

  @Test
  void parameterTypesHaveFullNamesExceptThoseOfJavaLangAndTare() throws NoSuchMethodException {
    String prefix = "test(" + TestNameTests.class.getName();

    assertThat(name("", "test", Outer.Key.class).signature()).isEqualTo(prefix + "$Outer$Key)");
    assertThat(name("", "test", Other.Key[].class).signature()).isEqualTo(prefix + "$Other$Key[])");
    assertThat(name("", "test", int[].class).signature()).isEqualTo("test(int[])");
    assertThat(name("", "test", Retained.class, String.class, Thread.State.class).signature())
        .isEqualTo("test(Retained, String, java.lang.Thread$State)");
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
