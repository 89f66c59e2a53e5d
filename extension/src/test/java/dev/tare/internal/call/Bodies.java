package dev.tare.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.body.TestBody;
import dev.tare.internal.call.TestBodies.ReflectiveCall;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Creates bodies for the tests. */
final class Bodies {

  /** Reflective call that fails, for bodies that must have a stub. */
  static final ReflectiveCall NO_REFLECTION =
      (method, target, arguments) -> {
        throw new AssertionError("called through reflection: " + method);
      };

  private Bodies() {}

  /** Returns the body of a method that the class of the target declares. */
  static TestBody direct(Object target, String name, @Nullable Object... arguments) {
    return direct(target, method(target.getClass(), name), arguments);
  }

  /** Returns a body, after checking that a stub calls it directly. */
  static TestBody direct(Object target, Method method, @Nullable Object... arguments) {
    TestBody body = TestBodies.of(target, method, arguments, NO_REFLECTION);
    assertThat(body.whyReflective()).as(method.toString()).isEmpty();
    assertThat(body.reflective()).isFalse();
    return body;
  }

  static Method method(Class<?> declaring, String name) {
    return Arrays.stream(declaring.getDeclaredMethods())
        .filter(method -> method.getName().equals(name) && !method.isBridge())
        .findFirst()
        .orElseThrow();
  }
}
