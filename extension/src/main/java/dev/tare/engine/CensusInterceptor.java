package dev.tare.engine;

import dev.tare.internal.agent.KotlinNames;
import dev.tare.internal.jupiter.MeasuredAnnotations;
import dev.tare.internal.launch.Census;
import dev.tare.internal.launch.LauncherRun;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.ReflectionSupport;
import org.junit.platform.engine.ConfigurationParameters;

/**
 * Passes the bodies of ordinary tests to the {@link Census}, if there is one, and refuses their
 * parameters that need an annotation of Tare. JUnit finds this extension by its automatic
 * detection, which a run with a census or such a parameter switches on for this class alone.
 */
public final class CensusInterceptor implements BeforeEachCallback, InvocationInterceptor {

  private static final String INCLUDED = "junit.jupiter.extensions.autodetection.include";

  /** Creates the interceptor; called by the service loader. */
  public CensusInterceptor() {}

  /**
   * Makes JUnit detect this extension in the run that begins, and no other. A suite that detects
   * extensions anyway keeps its own selection. JUnit before 5.12 cannot select: if others could be
   * detected there, the bodies are not counted.
   */
  static void register(ConfigurationParameters parameters) {
    boolean detects = parameters.getBoolean(Census.AUTODETECTION).orElse(false);
    if (!detects && (selects() || isOnlyExtension())) {
      // the only parameters that can still be added: they are read when the engine begins
      System.setProperty(Census.AUTODETECTION, "true");
      System.setProperty(INCLUDED, CensusInterceptor.class.getName());
    }
  }

  /** Removes what {@link #register} has set. */
  static void unregister() {
    if (CensusInterceptor.class.getName().equals(System.getProperty(INCLUDED))) {
      System.clearProperty(INCLUDED);
      System.clearProperty(Census.AUTODETECTION);
    }
  }

  /** Refuses parameters that JUnit would report as unknown. */
  @Override
  public void beforeEach(ExtensionContext context) {
    Class<?> testClass = context.getRequiredTestClass();
    Method test = context.getRequiredTestMethod();
    if (test.getParameterCount() > 0
        && !MeasuredAnnotations.applyTo(testClass, KotlinNames.sourceName(test))) {
      MeasuredAnnotations.refuseUnlimited(testClass, test);
    }
  }

  /** Returns whether this JUnit can select the extensions that it detects: from 5.12 on. */
  private static boolean selects() {
    return ReflectionSupport.tryToLoadClass("org.junit.jupiter.api.parallel.ResourceLocksProvider")
        .toOptional()
        .isPresent();
  }

  private static boolean isOnlyExtension() {
    try {
      return ServiceLoader.load(Extension.class).stream()
          .allMatch(found -> found.type() == CensusInterceptor.class);
    } catch (ServiceConfigurationError e) { // an extension of others that cannot be loaded
      return false;
    }
  }

  @Override
  public void interceptTestMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> call,
      ExtensionContext context)
      throws Throwable {
    call(invocation, context);
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> call,
      ExtensionContext context)
      throws Throwable {
    call(invocation, context);
  }

  @Override
  public void interceptDynamicTest(
      Invocation<Void> invocation, DynamicTestInvocationContext call, ExtensionContext context)
      throws Throwable {
    call(invocation, context);
  }

  private static void call(Invocation<Void> body, ExtensionContext context) throws Throwable {
    Optional<Census> census = LauncherRun.censusOf(context.getUniqueId());
    if (census.isPresent()) {
      census.get().callBody(context.getUniqueId(), body);
    } else {
      body.proceed();
    }
  }
}
