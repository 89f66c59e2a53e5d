package dev.tare.internal.jupiter;

import dev.tare.extension.MeasuredBy;
import dev.tare.internal.launch.LauncherRun;
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
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * The JUnit extension: reads the promises before the test, measures instead of the invocation, and
 * publishes the verdicts. {@link MeasuredBy} registers it; it has no state.
 */
public final class TareExtension
    implements BeforeEachCallback,
        InvocationInterceptor,
        AfterTestExecutionCallback,
        ParameterResolver,
        TestTemplateInvocationContextProvider {

  @Override
  public void beforeEach(ExtensionContext context) {
    LauncherRun.leaveOutOfCensus(context.getUniqueId());
    TestState state = TestState.of(context);
    if (state.enabled()) {
      state.plan();
    }
  }

  @Override
  public void interceptTestMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> call,
      ExtensionContext context)
      throws Throwable {
    intercept(invocation, call, TestState.of(context));
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> call,
      ExtensionContext context)
      throws Throwable {
    intercept(invocation, call, TestState.of(context));
  }

  @Override
  public void interceptDynamicTest(
      Invocation<Void> invocation, DynamicTestInvocationContext call, ExtensionContext context)
      throws Throwable {
    LauncherRun.leaveOutOfCensus(context.getUniqueId());
    TestState state = TestState.of(context);
    state.recordDynamicTest();
    if (!state.enabled()) {
      state.runUnjudged(invocation, state.bodies(this, List.of()));
      return;
    }
    if (state.plan().calls().isEmpty()) {
      invocation.proceed();
      return;
    }
    invocation.skip();
    state.judgeDynamic(call.getExecutable(), context);
  }

  @Override
  public void afterTestExecution(ExtensionContext context) {
    TestState.of(context).end(context.getExecutionException().isPresent());
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return context.getTestMethod().isPresent()
        && parameter.getDeclaringExecutable().equals(context.getRequiredTestMethod())
        && TestState.of(context).parameter(parameter).isPresent();
  }

  @Override
  public @Nullable Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return TestState.of(context).parameter(parameter).orElse(null);
  }

  @Override
  public boolean supportsTestTemplate(ExtensionContext context) {
    return SourceAnnotations.provideInvocationsOf(context);
  }

  @Override
  public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
      ExtensionContext context) {
    return SourceAnnotations.invocationsOf(context);
  }

  private static void intercept(
      Invocation<Void> invocation, ReflectiveInvocationContext<Method> call, TestState state)
      throws Throwable {
    Object target = call.getTarget().orElseThrow();
    List<Object> arguments = call.getArguments();
    boolean measuresCalls = state.enabled() && !state.plan().calls().isEmpty();
    if (measuresCalls || state.real().runByTare()) {
      invocation.skip();
    }
    TestBodySource bodies = state.bodies(target, arguments);
    // one call that is not measured: generating a stub would cost ten times as much
    Invocation<@Nullable Object> plainCall =
        state.real().runByTare()
            ? () ->
                ReflectionSupport.invokeMethod(state.real().method(), target, arguments.toArray())
            : invocation::proceed;
    if (!state.enabled()) {
      state.runUnjudged(plainCall, bodies);
    } else if (measuresCalls) {
      state.judgeCalls(bodies, bodies.body());
    } else {
      state.judgeValues(plainCall, bodies);
    }
  }
}
