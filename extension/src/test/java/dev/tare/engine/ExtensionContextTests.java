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

/** Checks that extensions receive the same test method from Tare's engine as from Jupiter. */
class ExtensionContextTests {

  @Test
  void extensionsSeeTheMethodOfTheUser() {
    Map<String, Map<String, String>> methods = methods(InheritingTestCases.class);

    assertThat(methods.get("tare")).hasSizeGreaterThan(12).isEqualTo(methods.get("jupiter"));
  }

  @Test
  void extensionsSeeTheMethodOfANestedClass() {
    Map<String, Map<String, String>> methods = methods(OuterTestCases.class);

    assertThat(methods.get("tare")).hasSizeGreaterThan(12).isEqualTo(methods.get("jupiter"));
  }

  @Test
  void extensionsSeeTheMethodOfAParameterizedTest() {
    Map<String, Map<String, String>> methods = methods(SourcedTestCases.class);

    assertThat(methods.get("tare"))
        .containsKey("arguments")
        .hasSizeGreaterThan(12)
        .isEqualTo(methods.get("jupiter"));
  }

  /** Returns the methods that extensions got, by engine and caller. */
  private static Map<String, Map<String, String>> methods(Class<?> testClass) {
    RecordingExtension.METHODS.clear();
    LauncherFactory.create()
        .execute(
            request()
                .configurationParameter("tare.print", "none")
                .configurationParameter("tare.report.directory", "none")
                .selectors(selectClass(testClass))
                .build());
    return Map.copyOf(RecordingExtension.METHODS);
  }

  @Marked("of the class above")
  @MarkedAndInherited("of the class above")
  abstract static class AboveTestCases {

    @Marked("of the method")
    @MarkedAndInherited("of the method")
    @Marker
    @Tagged("one")
    @Tagged("two")
    @Test
    void jupiter(@Marked("of the parameter") Map<String, List<Integer>> map, TestInfo info)
        throws IOException {
      RecordingExtension.record("test info", info.getTestMethod().orElseThrow());
    }

    @Marked("of the method")
    @MarkedAndInherited("of the method")
    @Marker
    @Tagged("one")
    @Tagged("two")
    @Counted
    Object tare(@Marked("of the parameter") Map<String, List<Integer>> map, TestInfo info)
        throws IOException {
      RecordingExtension.record("test info", info.getTestMethod().orElseThrow());
      return this;
    }
  }

  @Marked("of the class")
  @Marker
  @ExtendWith(RecordingExtension.class)
  @DisplayNameGeneration(RecordingExtension.class)
  @TestMethodOrder(RecordingExtension.class)
  static class InheritingTestCases extends AboveTestCases {}

  @ExtendWith(RecordingExtension.class)
  @DisplayNameGeneration(RecordingExtension.class)
  @TestMethodOrder(RecordingExtension.class)
  @Marked("of the class around")
  static class OuterTestCases {

    @Nested
    @Marker
    class Inner extends AboveTestCases {}
  }

  @Marked("of the class")
  @ExtendWith(RecordingExtension.class)
  @DisplayNameGeneration(RecordingExtension.class)
  @TestMethodOrder(RecordingExtension.class)
  static class SourcedTestCases {

    @Marked("of the method")
    @ParameterizedTest(name = "{0}")
    @ArgumentsSource(RecordingExtension.Sources.class)
    void jupiter(Converted number, @Marked("of the parameter") Map<String, List<Integer>> map) {}

    @Marked("of the method")
    @Counted
    @ArgumentsSource(RecordingExtension.Sources.class)
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
  @interface Marker {}

  @Retention(RetentionPolicy.RUNTIME)
  @Repeatable(AllTagged.class)
  @interface Tagged {
    String value();
  }

  @Retention(RetentionPolicy.RUNTIME)
  @interface AllTagged {
    Tagged[] value();
  }

  /** Extension that records the test method in every callback. */
  static final class RecordingExtension extends DisplayNameGenerator.Standard
      implements BeforeEachCallback,
          AfterEachCallback,
          ExecutionCondition,
          InvocationInterceptor,
          MethodOrderer,
          ParameterResolver,
          TestInstancePostProcessor,
          TestWatcher {

    /**
     * Methods that JUnit passed to extensions, by engine (the name of the test method) and by
     * caller.
     */
    static final Map<String, Map<String, String>> METHODS = new TreeMap<>();

    static void record(String caller, Executable method) {
      METHODS
          .computeIfAbsent(method.getName(), name -> new TreeMap<>())
          .put(caller, describe(method));
    }

    private static String describe(Executable method) {
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
          Stream.of(method.getParameters()).map(RecordingExtension::describe).toList().toString());
    }

    private static String describe(Parameter parameter) {
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
          String.valueOf(element.getDeclaredAnnotation(Marker.class)));
    }

    private static void record(String caller, ExtensionContext context) {
      record(caller, context.getRequiredTestMethod());
      record(caller + " of the element", (Method) context.getElement().orElseThrow());
      assertThat(context.getRequiredTestMethod().getDeclaringClass())
          .isAssignableFrom(context.getRequiredTestClass());
    }

    @Override
    public String generateDisplayNameForMethod(Class<?> testClass, Method testMethod) {
      record("display name", testMethod);
      return super.generateDisplayNameForMethod(testClass, testMethod);
    }

    @Override
    public void orderMethods(MethodOrdererContext context) {
      context.getMethodDescriptors().stream()
          .map(MethodDescriptor::getMethod)
          .forEach(method -> record("order", method));
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      context.getTestMethod().ifPresent(method -> record("condition", context));
      return ConditionEvaluationResult.enabled("always");
    }

    @Override
    public void postProcessTestInstance(Object testInstance, ExtensionContext context) {
      context.getTestMethod().ifPresent(method -> record("instance", context));
    }

    @Override
    public void beforeEach(ExtensionContext context) {
      record("before each", context);
    }

    @Override
    public void interceptTestMethod(
        Invocation<Void> invocation,
        ReflectiveInvocationContext<Method> call,
        ExtensionContext context)
        throws Throwable {
      record("interceptor", context);
      record("call", call.getExecutable());
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
      record("parameter", parameter.getDeclaringExecutable());
      assertThat(parameter.getParameter().getDeclaringExecutable())
          .isEqualTo(parameter.getDeclaringExecutable());
      return parameter.isAnnotated(Marked.class);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      record("resolved", context);
      return Map.of();
    }

    @Override
    public void afterEach(ExtensionContext context) {
      record("after each", context);
    }

    @Override
    public void testSuccessful(ExtensionContext context) {
      record("watcher", context);
    }

    /** Records the test method as a source of arguments. */
    static final class Sources implements ArgumentsProvider {
      @Override
      public Stream<? extends Arguments> provideArguments(ExtensionContext context) {
        record("arguments", context);
        return Stream.of(Arguments.of("1"), Arguments.of("1"));
      }
    }
  }
}
