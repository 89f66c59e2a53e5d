package dev.tare.internal.jupiter;

import dev.tare.extension.TareConfigurationException;
import dev.tare.extension.ValueHolder;
import dev.tare.internal.agent.KotlinNames;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestTemplate;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Checks where annotations may be placed; each refusal names the annotation, the method and a valid
 * example.
 */
final class TestSiteRules {

  private static final List<Class<? extends Annotation>> LIFECYCLE =
      List.of(BeforeAll.class, BeforeEach.class, AfterEach.class, AfterAll.class);

  private static final int REFUSED_MODIFIERS =
      Modifier.PRIVATE | Modifier.STATIC | Modifier.ABSTRACT;

  private static final String FACTORY_VALUE =
      "the values of a @TestFactory are not measured; call Tare.calling(...) or Tare.graphOf(...) in the dynamic test";

  private final RealMethod real;
  private final Method method;

  TestSiteRules(RealMethod real) {
    this.real = real;
    this.method = real.method();
  }

  /** Refuses promises on a method that cannot be measured. */
  void check(List<Promise> onMethod) {
    for (Promise promise : onMethod) {
      if (real.runByTare()) {
        checkLifecycle(promise);
      }
      checkModifiers(promise);
      checkSuspend(promise);
      checkReturn(promise);
      if (!promise.isAboutCalls() && !real.hasValue()) {
        throw refused(
            promise,
            real.isFactory()
                ? FACTORY_VALUE
                : "the method has no value to weigh; return an object, for example \""
                    + declaration("Cache")
                    + "\", or hand it over through a parameter \"Retained<Cache> retained\"");
      }
    }
  }

  private void checkLifecycle(Promise promise) {
    for (Class<? extends Annotation> lifecycle : LIFECYCLE) {
      if (isAnnotated(lifecycle)) {
        throw refused(
            promise,
            "a method with @%s is not a test; annotate the tests, for example"
                    .formatted(lifecycle.getSimpleName())
                + " \"%s void parsesOneLine()\"".formatted(promise.text()));
      }
    }
  }

  private void checkModifiers(Promise promise) {
    String reason = refusedModifier(method);
    if (!reason.isEmpty()) {
      throw refused(promise, reason);
    }
  }

  /**
   * Returns why a method cannot be called: it is private, static or abstract; an empty text if it
   * can.
   */
  static String refusedModifier(Method method) {
    String modifier =
        Modifier.toString(Integer.lowestOneBit(method.getModifiers() & REFUSED_MODIFIERS));
    return modifier.isEmpty()
        ? ""
        : "the method is %s; leave %s out, for example \"%s %s()\""
            .formatted(
                modifier,
                modifier,
                method.getReturnType().getSimpleName(),
                KotlinNames.sourceName(method));
  }

  /** Refuses a suspend function, which JUnit 6 runs, for annotations that call it. */
  void checkSuspend(Promise promise) {
    if (KotlinNames.isSuspend(method)) {
      throw refused(promise, KotlinNames.whySuspendIsNotMeasured(promise.text()));
    }
  }

  private void checkReturn(Promise promise) {
    if (method.getReturnType() == void.class || real.isFactory()) {
      return;
    }
    if (isAnnotated(Test.class)) {
      throw refused(
          promise,
          "JUnit does not run an @Test method that returns a value; remove @Test, the annotation "
              + "alone makes it a test, for example \"%s %s\""
                  .formatted(promise.text(), declaration(returnTypeName())));
    }
    if (isAnnotated(TestTemplate.class)) {
      throw refused(
          promise,
          "JUnit does not run a test template that returns a value; return nothing, for example"
              + " \"void %s()\", and hand a value over through a parameter \"Retained<Cache>"
                  .formatted(KotlinNames.sourceName(method))
              + " retained\", or let go of it through \"Released<Session> sessions\"");
    }
  }

  /** Returns whether the default of a class applies to this method. */
  boolean applies(Promise classDefault) {
    return classDefault.isAboutCalls() || real.hasValue();
  }

  /** Refuses an annotation about calls on a parameter. */
  void checkValueSite(Promise promise, String name) {
    if (promise.isAboutCalls()) {
      throw refused(
          promise,
          "'" + name + "' is a value, and this annotation is about calls; put it on the method");
    }
  }

  /** Refuses an annotation on a parameter through which no value can be handed over. */
  void checkParameter(Promise promise, Parameter parameter) {
    if (real.isFactory()) {
      throw refused(promise, FACTORY_VALUE);
    }
    if (!ValueHolder.class.isAssignableFrom(parameter.getType())) {
      throw refused(
          promise,
          "no value can be handed over through a %s; declare it as \"Retained<%s> %s\""
              .formatted(
                  parameter.getType().getSimpleName(),
                  parameter.getType().getSimpleName(),
                  parameter.getName()));
    }
  }

  private boolean isAnnotated(Class<? extends Annotation> type) {
    return AnnotationSupport.isAnnotated(method, type);
  }

  /** Returns the method as source text, without its parameters: {@code Cache warmCache()}. */
  private String declaration(String returnType) {
    return "%s %s()".formatted(returnType, KotlinNames.sourceName(method));
  }

  private String returnTypeName() {
    return method.getReturnType().getSimpleName();
  }

  private static TareConfigurationException refused(Promise promise, String reason) {
    return promise.refused(reason);
  }
}
