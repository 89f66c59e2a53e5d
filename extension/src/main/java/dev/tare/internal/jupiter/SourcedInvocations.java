package dev.tare.internal.jupiter;

import java.util.stream.Stream;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * Provides the invocations of parameterized tests that Tare's engine runs: methods with a source of
 * arguments, such as {@code @ValueSource}, and without {@code @ParameterizedTest}, which requires a
 * {@code void} method. JUnit's own extension provides them, in the copy that the engine has.
 */
final class SourcedInvocations {

  static final String PARAMETERIZED = "org.junit.jupiter.params.ParameterizedTest";

  private SourcedInvocations() {}

  /**
   * Returns whether this class provides the invocations of a test: Tare's engine runs it, it has a
   * source of arguments, and it is no template.
   */
  static boolean support(ExtensionContext context) {
    return context
        .getTestMethod()
        .filter(method -> RealMethod.isRunByTare(context))
        .filter(method -> !AnnotationSupport.isAnnotated(method, TestTemplate.class))
        .filter(SourceAnnotations::takesArguments)
        .isPresent();
  }

  /** Returns the invocations of the test method that the context belongs to. */
  static Stream<TestTemplateInvocationContext> of(ExtensionContext context) {
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
