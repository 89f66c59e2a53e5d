package dev.tare.internal.jupiter;

import dev.tare.extension.ValueHolder;
import dev.tare.internal.agent.KotlinFunction;
import dev.tare.internal.agent.KotlinNames;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * The method that the user wrote.
 *
 * <p>JUnit usually has this method too. If Tare's engine could not give it to JUnit, JUnit has an
 * <em>adapter</em> instead: an empty method of the same name and parameters, whose class is neither
 * the test class nor a supertype.
 *
 * @param method the user's method
 * @param runByTare whether Tare's engine runs it rather than Jupiter
 * @param isFactory whether it is a test factory; its dynamic tests are judged one by one
 */
record RealMethod(Method method, boolean runByTare, boolean isFactory) {

  /** Segment of the engine in a unique id. Values of other segments cannot contain brackets. */
  private static final String ENGINE = "[engine:tare]";

  static RealMethod of(ExtensionContext context, AnnotationPresence presence) {
    Method method = context.getRequiredTestMethod();
    Class<?> testClass = context.getRequiredTestClass();
    if (!isRunByTare(context)) {
      // only a method that returns something can be a test factory
      boolean returnsValue = method.getReturnType() != void.class;
      return new RealMethod(
          method, false, returnsValue && presence.isPresent(method, TestFactory.class));
    }
    boolean isAdapter = !method.getDeclaringClass().isAssignableFrom(testClass);
    Method userMethod = isAdapter ? adaptedMethod(method, testClass) : method;
    return new RealMethod(userMethod, true, presence.isPresent(userMethod, TestFactory.class));
  }

  /** Returns whether the test belongs to Tare's engine. */
  static boolean isRunByTare(ExtensionContext context) {
    return context.getUniqueId().contains(ENGINE);
  }

  private static Method adaptedMethod(Method adapter, Class<?> testClass) {
    try {
      // finds most methods without searching all methods of the class
      return testClass.getDeclaredMethod(adapter.getName(), adapter.getParameterTypes());
    } catch (NoSuchMethodException e) {
      return ReflectionSupport.findMethod(testClass, adapter.getName(), adapter.getParameterTypes())
          .orElseThrow(() -> new IllegalStateException("no method behind the adapter " + adapter));
    }
  }

  /** Returns whether it returns an object that can be weighed. */
  boolean returnsValue() {
    return !method.getReturnType().isPrimitive()
        && !isFactory()
        && !KotlinFunction.isSuspend(method);
  }

  /** Returns whether it returns an object or has a parameter to hand one over. */
  boolean hasValue() {
    return !isFactory()
        && (returnsValue()
            || Arrays.stream(method.getParameterTypes())
                .anyMatch(ValueHolder.class::isAssignableFrom));
  }

  /** Returns class and method, with the enclosing classes: {@code CacheTests.Inner.lookup()}. */
  String shortName(Class<?> testClass) {
    return AnnotationSite.shortName(testClass) + "." + KotlinNames.sourceName(method) + "()";
  }
}
