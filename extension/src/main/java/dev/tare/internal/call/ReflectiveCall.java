package dev.tare.internal.call;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Calls a method through reflection; the caller supplies JUnit's own way. */
@FunctionalInterface
public interface ReflectiveCall {

  /**
   * Calls the method and returns its value, a primitive boxed.
   *
   * @throws Throwable the exception that the method threw, not wrapped
   */
  @Nullable Object invoke(Method method, Object target, @Nullable Object[] arguments)
      throws Throwable;
}
