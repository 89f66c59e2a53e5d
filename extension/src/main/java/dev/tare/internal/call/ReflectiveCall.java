package dev.tare.internal.call;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Calls a method through reflection; whoever knows JUnit supplies JUnit's own way. */
@FunctionalInterface
public interface ReflectiveCall {

  /**
   * Calls the method and answers what it returned, a primitive boxed.
   *
   * @throws Throwable what the method threw, not wrapped
   */
  @Nullable Object invoke(Method method, Object target, @Nullable Object[] arguments)
      throws Throwable;
}
