package dev.tare.internal.plain;

import dev.tare.body.TestBody;
import dev.tare.extension.Subject;
import dev.tare.internal.call.TestBodies;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * A lambda, or another object whose interface has one abstract method.
 *
 * @param method the abstract method of the interface
 */
public record Lambda(Object target, Method method) {

  /** Placeholder for the lambda where a value is measured. */
  static final Lambda NONE = of(Supplier.class, () -> "");

  /** Returns a lambda with the abstract method that its interface declares. */
  public static <T> Lambda of(Class<T> type, T target) {
    return new Lambda(
        target,
        Arrays.stream(type.getDeclaredMethods())
            .filter(method -> Modifier.isAbstract(method.getModifiers()))
            .findFirst()
            .orElseThrow());
  }

  /** Returns whether the lambda returns nothing or a primitive, which would be boxed. */
  boolean returnsNoObject() {
    return method.getReturnType().isPrimitive();
  }

  /** Returns whether the lambda takes a size. */
  boolean takesSize() {
    return method.getParameterCount() > 0;
  }

  /**
   * Returns a site for metrics to read; the interface of the lambda takes the place of a test
   * class.
   */
  Subject.Site site() {
    return new Subject.Site(method.getDeclaringClass(), method, method, true);
  }

  /** Returns the body that calls the lambda, through a generated stub. */
  TestBody body(Object... arguments) {
    return TestBodies.of(target, method, arguments);
  }
}
