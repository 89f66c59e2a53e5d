package dev.tare.internal.call;

import dev.tare.body.TestBody;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Creates callable bodies of test methods. */
public final class TestBodies {

  private TestBodies() {}

  /**
   * Returns the body of a test method, called by a generated stub. The method itself is not called.
   *
   * @param target the object on which it is called: a test instance, or a lambda with the method of
   *     its interface
   * @param method an instance method of the target, of any visibility
   * @param arguments one for each parameter, primitives boxed; narrower primitives are widened
   * @throws IllegalArgumentException if no stub can be defined, or if an argument does not fit its
   *     parameter
   */
  public static TestBody of(Object target, Method method, @Nullable Object... arguments) {
    @Nullable Object[] converted = convert(method, arguments);
    StringJoiner reasons = new StringJoiner("; ");
    for (StubSite site : StubSite.of(target.getClass(), method)) {
      try {
        return StubbedBody.define(site, target, converted);
      } catch (IllegalAccessException | LinkageError | ClassCastException e) {
        reasons.add(site.host().getName() + ": " + e.getMessage());
      }
    }
    throw new IllegalArgumentException(
        "%s() cannot be called without reflection, whose cost would be in the figure (%s); open its package to Tare, and do not make it private"
            .formatted(method.getName(), reasons));
  }

  /** Widens arguments as a reflective call does: an array accepts the same values. */
  private static @Nullable Object[] convert(Method method, @Nullable Object[] arguments) {
    Class<?>[] parameters = method.getParameterTypes();
    @Nullable Object[] converted = new @Nullable Object[parameters.length];
    for (int i = 0; i < converted.length; i++) {
      Object holder = Array.newInstance(parameters[i], 1);
      Array.set(holder, 0, arguments[i]);
      converted[i] = Array.get(holder, 0);
    }
    return converted;
  }
}
