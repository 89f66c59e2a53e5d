package dev.tare.internal.call;

import dev.tare.body.TestBody;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.Locale;
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
        "%s() cannot be called without reflection, whose cost would be in the figure (%s); open its package to Tare, and make it neither private nor static"
            .formatted(method.getName(), reasons));
  }

  private static @Nullable Object[] convert(Method method, @Nullable Object[] arguments) {
    Class<?>[] parameters = method.getParameterTypes();
    if (parameters.length != arguments.length) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%s takes %d arguments, not %d",
              method,
              parameters.length,
              arguments.length));
    }
    @Nullable Object[] converted = new @Nullable Object[arguments.length];
    for (int i = 0; i < converted.length; i++) {
      converted[i] = convert(method, i, parameters[i], arguments[i]);
    }
    return converted;
  }

  // An array accepts the same values as a parameter in a reflective call, and returns them widened.
  private static @Nullable Object convert(
      Method method, int index, Class<?> type, @Nullable Object argument) {
    try {
      Object holder = Array.newInstance(type, 1);
      Array.set(holder, 0, argument);
      return Array.get(holder, 0);
    } catch (IllegalArgumentException | NullPointerException e) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "argument %d of %s is %s, not a %s",
              index,
              method,
              argument == null ? "null" : "a " + argument.getClass().getName(),
              type.getName()),
          e);
    }
  }
}
