package dev.tare.internal.jupiter;

import dev.tare.extension.MeasuredBy;
import dev.tare.internal.launch.LauncherRun;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.TimeoutException;
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
import org.opentest4j.AssertionFailedError;

/**
 * The JUnit extension: reads the promises before the test, measures instead of the invocation, and
 * publishes the verdicts. {@link MeasuredBy} registers it; it has no state.
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
    leaveOutOfCensus(context);
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
    leaveOutOfCensus(context);
    TestState state = TestState.of(context);
    state.recordCall();
    if (!state.enabled()) {
      state.runUnjudged(invocation::proceed, List.of());
      return;
    }
    if (state.plan().calls().isEmpty()) {
      invocation.proceed();
      return;
    }
    invocation.skip();
    state.judgeDynamic(call.getExecutable(), context);
  }

  /** Fails a test that would otherwise succeed without a verdict. */
  @Override
  public void afterTestExecution(ExtensionContext context) {
    if (context.getExecutionException().isEmpty()) {
      TestState.of(context).failUnlessJudged();
    }
  }

  /** Explains in the message of a JUnit timeout that it covers all calls of the body. */
  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable thrown)
      throws Throwable {
    TestState state = TestState.of(context);
    if (state.enabled()
        && TimeoutExplanation.isJUnitTimeout(thrown)
        && !state.plan().calls().isEmpty()) {
      state.abandon();
      throw TimeoutExplanation.explain(thrown);
    }
    throw thrown;
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
    return SourcedInvocations.support(context);
  }

  @Override
  public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
      ExtensionContext context) {
    return SourcedInvocations.of(context);
  }

  private static void leaveOutOfCensus(ExtensionContext context) {
    String id = context.getUniqueId();
    LauncherRun.of(id).flatMap(LauncherRun::census).ifPresent(census -> census.leaveOut(id));
  }

  private static void intercept(
      Invocation<Void> invocation, ReflectiveInvocationContext<Method> call, TestState state)
      throws Throwable {
    state.recordCall();
    Object target = call.getTarget().orElseThrow();
    List<Object> arguments = call.getArguments();
    boolean measuresCalls = state.enabled() && !state.plan().calls().isEmpty();
    if (measuresCalls || state.real().runByTare()) {
      invocation.skip();
    }
    TestRun.PlainCall plainCall =
        state.real().runByTare()
            ? () -> state.bodies().call(target, state.real().method(), arguments)
            : invocation::proceed;
    try {
      if (!state.enabled()) {
        state.runUnjudged(plainCall, arguments);
      } else if (measuresCalls) {
        state.judgeCalls(target, arguments);
      } else {
        state.judgeValues(plainCall, target, arguments);
      }
    } catch (Throwable thrown) {
      state.recordThrown(thrown);
      throw thrown;
    }
  }

  /**
   * Adds an explanation to a JUnit timeout: it covers all calls of the body, since they are one
   * invocation for JUnit.
   */
  private static final class TimeoutExplanation {

    private static final String EXPLANATION =
        "; JUnit's timeout covers all calls that Tare makes of the test together, with warm-up and"
            + " breakdown, and not one call; allow more with a @Timeout on this test, for example"
            + " \"@Timeout(60)\"";

    private TimeoutExplanation() {}

    /** Returns whether JUnit threw the exception, and not the body. */
    static boolean isJUnitTimeout(Throwable thrown) {
      StackTraceElement[] trace = thrown.getStackTrace();
      return thrown instanceof TimeoutException
          && trace.length > 0
          && trace[0].getClassName().startsWith("org.junit.");
    }

    /**
     * Returns a copy of the exception with the explanation, and with the failure that was measured
     * before the timeout, if there was one.
     */
    static TimeoutException explain(Throwable timeout) {
      StringBuilder message = new StringBuilder(timeout.getMessage() + EXPLANATION);
      for (Throwable suppressed : timeout.getSuppressed()) {
        if (suppressed instanceof AssertionFailedError && suppressed.getMessage() != null) {
          message.append("\nuntil then: ").append(suppressed.getMessage());
        }
      }
      TimeoutException explained = new TimeoutException(message.toString());
      explained.setStackTrace(timeout.getStackTrace());
      explained.initCause(timeout.getCause());
      for (Throwable suppressed : timeout.getSuppressed()) {
        explained.addSuppressed(suppressed);
      }
      return explained;
    }
  }
}
