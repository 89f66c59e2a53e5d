package dev.tare.internal.jupiter;

import dev.tare.extension.Metric;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * The method that the user wrote.
 *
 * <p>JUnit usually has this method too. Where Tare's engine could not give it to JUnit, JUnit has
 * an <em>adapter</em> instead: an empty method of the same name and parameters, whose class is
 * neither the test class nor above it.
 *
 * @param method the user's method
 * @param byTare whether Tare's engine runs it, and not JUnit Jupiter
 * @param isFactory whether it makes dynamic tests, which stand for themselves
 */
record RealMethod(Method method, boolean byTare, boolean isFactory) {

  /** The engine's segment of a unique id; a value inside an id cannot contain brackets. */
  private static final String ENGINE = "[engine:tare]";

  static RealMethod of(ExtensionContext context, AnnotationPresence marks) {
    Method known = context.getRequiredTestMethod();
    Class<?> testClass = context.getRequiredTestClass();
    if (!isRunByTare(context)) {
      // of Jupiter's own tests only one that returns something can be one
      boolean returns = known.getReturnType() != void.class;
      return new RealMethod(known, false, returns && marks.on(known, TestFactory.class));
    }
    boolean adapted = !known.getDeclaringClass().isAssignableFrom(testClass);
    Method real = adapted ? behind(known, testClass) : known;
    return new RealMethod(real, true, marks.on(real, TestFactory.class));
  }

  /** Whether the test belongs to Tare's engine. */
  static boolean isRunByTare(ExtensionContext context) {
    return context.getUniqueId().contains(ENGINE);
  }

  private static Method behind(Method adapter, Class<?> testClass) {
    try {
      // where most are, and found without a look at all methods of the class
      return testClass.getDeclaredMethod(adapter.getName(), adapter.getParameterTypes());
    } catch (NoSuchMethodException e) {
      return ReflectionSupport.findMethod(testClass, adapter.getName(), adapter.getParameterTypes())
          .orElseThrow(() -> new IllegalStateException("no method behind the adapter " + adapter));
    }
  }

  /** Whether it returns an object that can be weighed. */
  boolean returnsValue() {
    return !method.getReturnType().isPrimitive() && !isFactory();
  }

  /** Whether it returns an object or takes a parameter through which the metric gets one. */
  boolean hasValueFor(Metric<?> metric) {
    return returnsValue()
        || Arrays.stream(method.getParameterTypes())
            .anyMatch(type -> metric.parameter(type).isPresent());
  }

  /** {@code CacheTests.lookup()}, with the names of the classes around a nested one. */
  String shortName(Class<?> testClass) {
    return AnnotationSite.shortName(testClass) + "." + method.getName() + "()";
  }
}
