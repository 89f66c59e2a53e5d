package dev.tare.internal.weight;

import dev.tare.internal.agent.KotlinNames;
import dev.tare.model.Report.TestId;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apiguardian.api.API;

/**
 * Name of one execution of a test method, which no other execution has. It depends on the code
 * only, not on which tests run.
 *
 * @param invocations the invocations that it is part of, those of its class and of containers
 *     first: {@code [1] small > [2] a}; empty for a plain test
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public record TestName(Class<?> testClass, Method method, String invocations) {

  /** Types whose package is left out. */
  private static final Pattern SHORT =
      Pattern.compile("^(?:java\\.lang|dev\\.tare\\.\\w+)\\.(\\w+)(?![\\w.$])");

  private static final Pattern SEGMENT = Pattern.compile("\\[([a-z-]+):([^]]*)]");

  /**
   * Returns the name of a test.
   *
   * @param uniqueId the id of the test in JUnit
   * @param displayNames returns the display name of the test or container with an id
   */
  public static TestName of(
      Class<?> testClass, Method method, String uniqueId, UnaryOperator<String> displayNames) {
    return new TestName(
        testClass, method, invocations(testClass.getName(), uniqueId, displayNames));
  }

  /**
   * Returns the invocations that a test is part of, each with its position unless its name begins
   * with it, since several may have one name.
   *
   * @param className the binary name of the test class
   */
  public static String invocations(
      String className, String uniqueId, UnaryOperator<String> displayNames) {
    List<String> classes = new ArrayList<>();
    List<String> names = new ArrayList<>();
    Matcher segment = SEGMENT.matcher(uniqueId);
    while (segment.find()) {
      String value = segment.group(2);
      if (value.startsWith("#")) {
        String position = "[" + value.substring(1) + "]";
        String name = displayNames.apply(uniqueId.substring(0, segment.end()));
        names.add(name.startsWith(position) ? name : position + " " + name);
      } else if (segment.group(1).contains("class")) {
        classes.add(value);
      }
    }
    if (classes.size() > 1 && !String.join("$", classes).equals(className)) {
      // several classes inherit a nested class
      names.add(0, String.join("$", classes.subList(0, classes.size() - 1)));
    }
    return String.join(" > ", names);
  }

  /** Returns whether the test is the first of all its invocations. */
  boolean isFirst() {
    return Stream.of(invocations.split(" > ")).noneMatch(one -> one.matches("\\[(?!1]).*"));
  }

  /** Returns the name for messages and reports, with the parameter types only of an overload. */
  public TestId id() {
    List<Class<?>> types = List.of(method.getParameterTypes());
    boolean isOverload =
        !types.isEmpty()
            && methods(testClass)
                .filter(other -> other.getName().equals(method.getName()))
                .anyMatch(other -> !List.of(other.getParameterTypes()).equals(types));
    String parameters = isOverload ? signature().substring(method.getName().length()) : "";
    return new TestId(
        testClass.getName(),
        KotlinNames.sourceName(method),
        (parameters + " " + invocations).strip());
  }

  /** Returns the method with the names of its parameter types: {@code lookup(String, int)}. */
  String signature() {
    return signature(method);
  }

  /**
   * Returns a method with the names of its parameter types, in full except for java.lang and Tare.
   */
  static String signature(Method method) {
    return Stream.of(method.getParameterTypes())
        .map(type -> SHORT.matcher(type.getTypeName()).replaceFirst("$1"))
        .collect(Collectors.joining(", ", method.getName() + "(", ")"));
  }

  /** Returns the signatures that tests of a class can have. */
  static Stream<String> signatures(Class<?> testClass) {
    return methods(testClass).map(TestName::signature);
  }

  /** Returns the methods that a class declares or inherits, without those of the compiler. */
  private static Stream<Method> methods(Class<?> testClass) {
    Stream<Method> found = Stream.of(testClass.getMethods());
    for (Class<?> type = testClass; type != null; type = type.getSuperclass()) {
      found = Stream.concat(found, Stream.of(type.getDeclaredMethods()));
    }
    return found.filter(method -> !method.isSynthetic());
  }
}
