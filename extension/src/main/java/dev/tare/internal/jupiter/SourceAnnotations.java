package dev.tare.internal.jupiter;

import dev.tare.internal.launch.LauncherRun;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * Finds annotations for JUnit's extension of parameterized tests, of which Tare's engine uses a
 * copy: as {@link AnnotationSupport} does, but every method has a {@code @ParameterizedTest}. On a
 * method that Tare's engine runs, a source of arguments is enough.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class SourceAnnotations {

  private static final String PARAMETERIZED = "org.junit.jupiter.params.ParameterizedTest";

  private static final String ARGUMENTS_SOURCE =
      "org.junit.jupiter.params.provider.ArgumentsSource";

  private SourceAnnotations() {}

  /**
   * Returns whether the method has a source of arguments, directly or as a meta-annotation, which
   * makes it a parameterized test.
   */
  public static boolean takesArguments(Method method) {
    Class<? extends Annotation> source;
    try {
      ClassLoader loader = method.getDeclaringClass().getClassLoader();
      source = Class.forName(ARGUMENTS_SOURCE, false, loader).asSubclass(Annotation.class);
    } catch (ClassNotFoundException e) {
      return false; // without junit-jupiter-params there are no sources of arguments
    }
    return !AnnotationSupport.findRepeatableAnnotations(method, source).isEmpty();
  }

  /** Returns whether the element has the annotation. */
  public static boolean isAnnotated(AnnotatedElement element, Class<? extends Annotation> type) {
    return findAnnotation(element, type).isPresent();
  }

  /** Returns the annotation of the element, if there are both. */
  public static <A extends Annotation> Optional<A> findAnnotation(
      Optional<? extends AnnotatedElement> element, Class<A> type) {
    return element.flatMap(present -> findAnnotation(present, type));
  }

  /** Returns the annotation of the element. */
  public static <A extends Annotation> Optional<A> findAnnotation(
      AnnotatedElement element, Class<A> type) {
    return element instanceof Method && type.getName().equals(PARAMETERIZED)
        ? Optional.of(withDefaults(type))
        : AnnotationSupport.findAnnotation(element, type);
  }

  /** Returns the annotations of the element, also those in a container. */
  public static <A extends Annotation> List<A> findRepeatableAnnotations(
      AnnotatedElement element, Class<A> type) {
    return AnnotationSupport.findRepeatableAnnotations(element, type);
  }

  private static <A extends Annotation> A withDefaults(Class<A> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, attribute, arguments) ->
                attribute.getName().equals("annotationType") ? type : attribute.getDefaultValue()));
  }

  /**
   * Returns whether Tare provides the invocations of a test: its engine runs it, it has a source of
   * arguments, and it is no template.
   */
  static boolean provideInvocationsOf(ExtensionContext context) {
    return context
        .getTestMethod()
        .filter(method -> LauncherRun.isRunByTare(context.getUniqueId()))
        .filter(method -> !AnnotationSupport.isAnnotated(method, TestTemplate.class))
        .filter(SourceAnnotations::takesArguments)
        .isPresent();
  }

  /** Returns the invocations of the test method that the context belongs to. */
  static Stream<TestTemplateInvocationContext> invocationsOf(ExtensionContext context) {
    TestTemplateInvocationContextProvider provider = provider(context.getClass().getClassLoader());
    if (!provider.supportsTestTemplate(context)) { // reads the method, too
      throw new IllegalStateException("JUnit does not provide the invocations of " + context);
    }
    return provider.provideTestTemplateInvocationContexts(context);
  }

  private static TestTemplateInvocationContextProvider provider(ClassLoader copies) {
    try {
      return (TestTemplateInvocationContextProvider)
          ReflectionSupport.newInstance(copies.loadClass(PARAMETERIZED + "Extension"));
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
