package dev.tare.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder.request;

import java.io.IOException;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.MethodDescriptor;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.MethodOrdererContext;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestInstancePostProcessor;
import org.junit.jupiter.api.extension.TestWatcher;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.launcher.core.LauncherFactory;

/** That extensions see of a test run by Tare's engine what they see of a test run by Jupiter. */
class AskedExtensionTests {

  @Test
  void extensionsSeeTheMethodOfTheUser() {
    Map<String, Map<String, String>> answers = answers(InheritingTestCases.class);

    assertThat(answers.get("tare")).hasSizeGreaterThan(12).isEqualTo(answers.get("jupiter"));
  }

  @Test
  void extensionsSeeTheMethodOfANestedClass() {
    Map<String, Map<String, String>> answers = answers(OuterTestCases.class);

    assertThat(answers.get("tare")).hasSizeGreaterThan(12).isEqualTo(answers.get("jupiter"));
  }

  @Test
  void extensionsSeeTheMethodOfAParameterizedTest() {
    Map<String, Map<String, String>> answers = answers(SourcedTestCases.class);

    assertThat(answers.get("tare"))
        .containsKey("arguments")
        .hasSizeGreaterThan(12)
        .isEqualTo(answers.get("jupiter"));
  }

  /** What was answered to whom, for the method that each of the engines ran. */
  private static Map<String, Map<String, String>> answers(Class<?> testClass) {
    Everything.ANSWERS.clear();
    LauncherFactory.create()
        .execute(
            request()
                .configurationParameter("tare.print", "none")
                .configurationParameter("tare.report.directory", "none")
                .selectors(selectClass(testClass))
                .build());
    return Map.copyOf(Everything.ANSWERS);
  }

  @Marked("of the class above")
  @MarkedAndInherited("of the class above")
  abstract static class AboveTestCases {

    @Marked("of the method")
    @MarkedAndInherited("of the method")
    @Marking
    @Tagged("one")
    @Tagged("two")
    @Test
    void jupiter(@Marked("of the parameter") Map<String, List<Integer>> map, TestInfo info)
        throws IOException {
      Everything.answer("test info", info.getTestMethod().orElseThrow());
    }

    @Marked("of the method")
    @MarkedAndInherited("of the method")
    @Marking
    @Tagged("one")
    @Tagged("two")
    @Counted
    Object tare(@Marked("of the parameter") Map<String, List<Integer>> map, TestInfo info)
        throws IOException {
      Everything.answer("test info", info.getTestMethod().orElseThrow());
      return this;
    }
  }

  @Marked("of the class")
  @Marking
  @ExtendWith(Everything.class)
  @DisplayNameGeneration(Everything.class)
  @TestMethodOrder(Everything.class)
  static class InheritingTestCases extends AboveTestCases {}

  @ExtendWith(Everything.class)
  @DisplayNameGeneration(Everything.class)
  @TestMethodOrder(Everything.class)
  @Marked("of the class around")
  static class OuterTestCases {

    @Nested
    @Marking
    class Inner extends AboveTestCases {}
  }

  @Marked("of the class")
  @ExtendWith(Everything.class)
  @DisplayNameGeneration(Everything.class)
  @TestMethodOrder(Everything.class)
  static class SourcedTestCases {

    @Marked("of the method")
    @ParameterizedTest(name = "{0}")
    @ArgumentsSource(Everything.Sources.class)
    void jupiter(Converted number, @Marked("of the parameter") Map<String, List<Integer>> map) {}

    @Marked("of the method")
    @Counted
    @ArgumentsSource(Everything.Sources.class)
    Object tare(Converted number, @Marked("of the parameter") Map<String, List<Integer>> map) {
      return number;
    }
  }

  /** Made from a number by JUnit's implicit conversion, which calls the factory. */
  record Converted(String text) {
    @SuppressWarnings("unused") // JUnit calls it
    static Converted of(String text) {
      return new Converted(text);
    }
  }

  @Retention(RetentionPolicy.RUNTIME)
  @interface Marked {
    String value();
  }

  @Inherited
  @Retention(RetentionPolicy.RUNTIME)
  @interface MarkedAndInherited {
    String value();
  }

  @Retention(RetentionPolicy.RUNTIME)
  @Marked("by another annotation")
  @interface Marking {}

  @Retention(RetentionPolicy.RUNTIME)
  @Repeatable(AllTagged.class)
  @interface Tagged {
    String value();
  }

  @Retention(RetentionPolicy.RUNTIME)
  @interface AllTagged {
    Tagged[] value();
  }

  /** Asks about the test method wherever JUnit calls it. */
  static final class Everything extends DisplayNameGenerator.Standard
      implements BeforeEachCallback,
          AfterEachCallback,
          ExecutionCondition,
          InvocationInterceptor,
          MethodOrderer,
          ParameterResolver,
          TestInstancePostProcessor,
          TestWatcher {

    /** By the name of the method, which is that of the engine, and by who asked. */
    static final Map<String, Map<String, String>> ANSWERS = new TreeMap<>();

    static void answer(String asked, Executable method) {
      ANSWERS.computeIfAbsent(method.getName(), name -> new TreeMap<>()).put(asked, about(method));
    }

    private static String about(Executable method) {
      Class<?> declaring = method.getDeclaringClass();
      return String.join(
          "\n",
          declaring.toString(),
          String.valueOf(declaring.getSuperclass()),
          String.valueOf(declaring.getEnclosingClass()),
          declaring.getPackageName(),
          declaring.getClassLoader().toString(),
          annotations(declaring),
          annotations(method),
          String.valueOf(method.getModifiers()),
          Arrays.toString(method.getExceptionTypes()),
          Stream.of(method.getParameters()).map(Everything::about).toList().toString());
    }

    private static String about(Parameter parameter) {
      return parameter.getName()
          + parameter.getParameterizedType()
          + parameter.getDeclaringExecutable().getDeclaringClass()
          + annotations(parameter);
    }

    private static String annotations(AnnotatedElement element) {
      return String.join(
          "; ",
          String.valueOf(AnnotationSupport.findAnnotation(element, Marked.class)),
          String.valueOf(AnnotationSupport.findAnnotation(element, MarkedAndInherited.class)),
          AnnotationSupport.findRepeatableAnnotations(element, Tagged.class).toString(),
          String.valueOf(element.getAnnotation(Marked.class)),
          String.valueOf(element.getDeclaredAnnotation(Marking.class)));
    }

    private static void answer(String asked, ExtensionContext context) {
      answer(asked, context.getRequiredTestMethod());
      answer(asked + " of the element", (Method) context.getElement().orElseThrow());
      assertThat(context.getRequiredTestMethod().getDeclaringClass())
          .isAssignableFrom(context.getRequiredTestClass());
    }

    @Override
    public String generateDisplayNameForMethod(Class<?> testClass, Method testMethod) {
      answer("display name", testMethod);
      return super.generateDisplayNameForMethod(testClass, testMethod);
    }

    @Override
    public void orderMethods(MethodOrdererContext context) {
      context.getMethodDescriptors().stream()
          .map(MethodDescriptor::getMethod)
          .forEach(method -> answer("order", method));
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      context.getTestMethod().ifPresent(method -> answer("condition", context));
      return ConditionEvaluationResult.enabled("always");
    }

    @Override
    public void postProcessTestInstance(Object testInstance, ExtensionContext context) {
      context.getTestMethod().ifPresent(method -> answer("instance", context));
    }

    @Override
    public void beforeEach(ExtensionContext context) {
      answer("before each", context);
    }

    @Override
    public void interceptTestMethod(
        Invocation<Void> invocation,
        ReflectiveInvocationContext<Method> call,
        ExtensionContext context)
        throws Throwable {
      answer("interceptor", context);
      answer("call", call.getExecutable());
      assertThat(call.getTargetClass()).isEqualTo(context.getRequiredTestClass());
      invocation.proceed();
    }

    @Override
    public void interceptTestTemplateMethod(
        Invocation<Void> invocation,
        ReflectiveInvocationContext<Method> call,
        ExtensionContext context)
        throws Throwable {
      interceptTestMethod(invocation, call, context);
      assertThat(call.getArguments()).startsWith(new Converted("1"));
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      answer("parameter", parameter.getDeclaringExecutable());
      assertThat(parameter.getParameter().getDeclaringExecutable())
          .isEqualTo(parameter.getDeclaringExecutable());
      return parameter.isAnnotated(Marked.class);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      answer("resolved", context);
      return Map.of();
    }

    @Override
    public void afterEach(ExtensionContext context) {
      answer("after each", context);
    }

    @Override
    public void testSuccessful(ExtensionContext context) {
      answer("watcher", context);
    }

    /** Asks too, as a source of arguments. */
    static final class Sources implements ArgumentsProvider {
      @Override
      public Stream<? extends Arguments> provideArguments(ExtensionContext context) {
        answer("arguments", context);
        return Stream.of(Arguments.of("1"), Arguments.of("1"));
      }
    }
  }
}
