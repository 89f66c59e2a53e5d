package dev.tare.internal.jupiter;

import dev.tare.extension.MeasuredBy;
import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;

/**
 * Where JUnit meets Tare: reads the promises before the test, measures in place of the invocation,
 * and concludes. {@link MeasuredBy} registers it; it has no state of its own.
 */
public final class TareExtension
    implements BeforeEachCallback,
        InvocationInterceptor,
        AfterTestExecutionCallback,
        ParameterResolver,
        TestExecutionExceptionHandler,
        TestTemplateInvocationContextProvider {

  @Override
  public void beforeEach(ExtensionContext context) {
    TestScene scene = TestScene.of(context);
    if (scene.enabled()) {
      scene.plan();
    }
  }

  @Override
  public void interceptTestMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> call,
      ExtensionContext context)
      throws Throwable {
    intercept(invocation, call, TestScene.of(context), "");
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> call,
      ExtensionContext context)
      throws Throwable {
    intercept(invocation, call, TestScene.of(context), context.getDisplayName());
  }

  @Override
  public void interceptDynamicTest(
      Invocation<Void> invocation, DynamicTestInvocationContext call, ExtensionContext context)
      throws Throwable {
    TestScene scene = TestScene.of(context);
    scene.noteCall();
    if (!scene.enabled()) {
      scene.runUnjudged(invocation::proceed, List.of());
      return;
    }
    if (scene.plan().calls().isEmpty()) {
      invocation.proceed();
      return;
    }
    invocation.skip();
    scene.judgeDynamic(call.getExecutable(), context.getDisplayName());
  }

  /**
   * Fails a test that would succeed without a verdict, and judges the fields of a class with a test
   * factory, whose dynamic tests have run now.
   */
  @Override
  public void afterTestExecution(ExtensionContext context) throws Exception {
    if (context.getExecutionException().isPresent()) {
      return;
    }
    TestScene scene = TestScene.of(context);
    scene.failUnlessConcluded();
    if (scene.judgesAfterFactory()) {
      scene.judgeAfterFactory();
    }
  }

  /** Explains what a timeout of JUnit's means for a body that is called several times. */
  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable thrown)
      throws Throwable {
    TestScene scene = TestScene.of(context);
    if (scene.enabled()
        && TimeoutExplanation.isOfJUnit(thrown)
        && !scene.plan().calls().isEmpty()) {
      scene.abandon();
      throw TimeoutExplanation.of(thrown);
    }
    throw thrown;
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return context.getTestMethod().isPresent()
        && parameter.getDeclaringExecutable().equals(context.getRequiredTestMethod())
        && TestScene.of(context).parameter(parameter).isPresent();
  }

  @Override
  public @Nullable Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return TestScene.of(context).parameter(parameter).orElse(null);
  }

  @Override
  public boolean supportsTestTemplate(ExtensionContext context) {
    return SourcedInvocations.support(context);
  }

  @Override
  public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
      ExtensionContext context) {
    return SourcedInvocations.of(context);
  }

  private static void intercept(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> call,
      TestScene scene,
      String invocationName)
      throws Throwable {
    scene.noteCall();
    Object target = call.getTarget().orElseThrow();
    List<Object> arguments = call.getArguments();
    boolean calls = scene.enabled() && !scene.plan().calls().isEmpty();
    if (calls || scene.real().byTare()) {
      invocation.skip();
    }
    TestRun.PlainCall plain =
        scene.real().byTare()
            ? () -> scene.bodies().call(target, scene.real().method(), arguments)
            : invocation::proceed;
    try {
      if (!scene.enabled()) {
        scene.runUnjudged(plain, arguments);
      } else if (calls) {
        scene.judgeCalls(target, arguments, invocationName);
      } else {
        scene.judgeValues(plain, target, arguments, invocationName);
      }
    } catch (Throwable thrown) {
      scene.noteThrown(thrown);
      throw thrown;
    }
  }
}
