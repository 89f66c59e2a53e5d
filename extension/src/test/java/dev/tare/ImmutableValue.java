package dev.tare;

import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.management.PlatformManagedObject;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Checks by reflection whether a value can never change. It inspects the value and not the declared
 * type, since a {@code List} may be mutable or not.
 */
final class ImmutableValue {

  private static final List<Class<?>> KNOWN =
      List.of(
          String.class,
          Boolean.class,
          Character.class,
          Byte.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          BigDecimal.class,
          BigInteger.class,
          MathContext.class,
          Class.class,
          Enum.class,
          Member.class,
          MethodHandle.class,
          MethodType.class,
          VarHandle.class,
          Pattern.class,
          Locale.class,
          Charset.class,
          Path.class,
          // services of the JVM with a single instance
          Instrumentation.class,
          PlatformManagedObject.class);

  /** Prefixes of classes that are documented as immutable. */
  private static final List<String> KNOWN_NAMES =
      List.of(
          "java.time.",
          "java.util.Optional",
          "com.sun.management.internal.",
          "org.junit.jupiter.api.extension.ExtensionContext$Namespace",
          "org.apache.commons.statistics.distribution.",
          "com.google.gson.Gson",
          "org.assertj.core.api.InstanceOfAssertFactory");

  private static final List<String> COLLECTIONS =
      List.of(
          "java.util.ImmutableCollections$",
          "java.util.Collections$Empty",
          "java.util.Collections$Singleton");

  private ImmutableValue() {}

  /** Returns whether nothing reachable from the value can be reassigned. */
  static boolean test(@Nullable Object value) {
    if (value == null || KNOWN.stream().anyMatch(type -> type.isInstance(value))) {
      return true;
    }
    Class<?> type = value.getClass();
    if (startsWithOneOf(type, KNOWN_NAMES)) {
      return true;
    }
    if (type.isArray()) {
      return Array.getLength(value) == 0;
    }
    if (startsWithOneOf(type, COLLECTIONS)) {
      return elements(value).allMatch(ImmutableValue::test);
    }
    return ours(type) ? fields(value) : type.isHidden();
  }

  private static boolean ours(Class<?> type) {
    return type.getPackageName().startsWith("dev.tare");
  }

  private static Stream<?> elements(Object collection) {
    return collection instanceof Map<?, ?> map
        ? Stream.concat(map.keySet().stream(), map.values().stream())
        : ((Collection<?>) collection).stream();
  }

  /**
   * Returns whether all fields of an object of this project are final and their values never
   * change.
   */
  private static boolean fields(Object value) {
    return Stream.<Class<?>>iterate(value.getClass(), c -> c != Object.class, Class::getSuperclass)
        .flatMap(type -> Arrays.stream(type.getDeclaredFields()))
        .filter(field -> !Modifier.isStatic(field.getModifiers()))
        .allMatch(field -> Modifier.isFinal(field.getModifiers()) && test(read(field, value)));
  }

  /** Returns the value of a field, which is static if there is no owner. */
  static @Nullable Object read(Field field, @Nullable Object owner) {
    try {
      field.setAccessible(true);
      return field.get(owner);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("cannot read " + field, e);
    }
  }

  private static boolean startsWithOneOf(Class<?> type, List<String> names) {
    return names.stream().anyMatch(type.getName()::startsWith);
  }
}
