package dev.tare.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.body.TestBody;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Makes bodies for the tests. */
final class Bodies {

  /** Fails: for bodies that must not need it. */
  static final ReflectiveCall NEVER =
      (method, target, arguments) -> {
        throw new AssertionError("called through reflection: " + method);
      };

  private Bodies() {}

  /** The body of a method that the class of the target declares. */
  static TestBody direct(Object target, String name, @Nullable Object... arguments) {
    return direct(target, method(target.getClass(), name), arguments);
  }

  /** A body that is known to be called directly. */
  static TestBody direct(Object target, Method method, @Nullable Object... arguments) {
    TestBody body = TestBodies.of(target, method, arguments, NEVER);
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
