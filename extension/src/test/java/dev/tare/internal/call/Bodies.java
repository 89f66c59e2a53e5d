package dev.tare.internal.call;

import dev.tare.body.TestBody;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Creates bodies for the tests. */
final class Bodies {

  private Bodies() {}

  /** Returns the body of a method that the class of the target declares. */
  static TestBody direct(Object target, String name, @Nullable Object... arguments) {
    return TestBodies.of(target, method(target.getClass(), name), arguments);
  }

  static Method method(Class<?> declaring, String name) {
    return Arrays.stream(declaring.getDeclaredMethods())
        .filter(method -> method.getName().equals(name) && !method.isBridge())
        .findFirst()
        .orElseThrow();
  }
}
