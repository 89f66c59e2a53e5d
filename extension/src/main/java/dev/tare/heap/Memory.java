package dev.tare.heap;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/**
 * The JVM's view of its objects: fields with their offsets, references by offset, exact sizes.
 *
 * <p>It reads through {@code jdk.internal.misc.Unsafe}, which also answers for records and hidden
 * classes and prints no warning, as {@code sun.misc.Unsafe} does on later JDKs. The handles are
 * constants, so that the JIT compiles a read to a load; for the same reason the object read from is
 * typed {@code Object}: C2 leaves the call in place where it knows an array.
 *
 * <p>It can be used only where {@link HeapAccess#require} has returned.
 */
final class Memory {

  private static final MethodHandle REFERENCE;
  private static final MethodHandle INT;
  private static final MethodHandle LONG;
  private static final MethodHandle FIELD_OFFSET;
  private static final MethodHandle STATIC_BASE;
  private static final MethodHandle STATIC_OFFSET;
  private static final MethodHandle ARRAY_BASE;
  private static final MethodHandle ARRAY_SCALE;
  private static final MethodHandle UNINITIALIZED;
  private static final MethodHandle DECLARED_FIELDS;

  static {
    HeapAccess.instrumentation(); // opens what is looked up here
    try {
      Class<?> type = Class.forName("jdk.internal.misc.Unsafe");
      Lookup lookup = MethodHandles.lookup();
      Object unsafe = lookup.findStatic(type, "getUnsafe", MethodType.methodType(type)).invoke();
      REFERENCE = bind(lookup, unsafe, "getReference", Object.class, Object.class, long.class);
      INT = bind(lookup, unsafe, "getInt", int.class, Object.class, long.class);
      LONG = bind(lookup, unsafe, "getLong", long.class, Object.class, long.class);
      FIELD_OFFSET = bind(lookup, unsafe, "objectFieldOffset", long.class, Field.class);
      STATIC_BASE = bind(lookup, unsafe, "staticFieldBase", Object.class, Field.class);
      STATIC_OFFSET = bind(lookup, unsafe, "staticFieldOffset", long.class, Field.class);
      UNINITIALIZED = bind(lookup, unsafe, "shouldBeInitialized", boolean.class, Class.class);
      // answers an int up to some release and a long from then on
      ARRAY_BASE =
          lookup
              .unreflect(type.getMethod("arrayBaseOffset", Class.class))
              .bindTo(unsafe)
              .asType(MethodType.methodType(long.class, Class.class));
      ARRAY_SCALE = bind(lookup, unsafe, "arrayIndexScale", int.class, Class.class);
      DECLARED_FIELDS =
          MethodHandles.privateLookupIn(Class.class, lookup)
              .findVirtual(
                  Class.class,
                  "getDeclaredFields0",
                  MethodType.methodType(Field[].class, boolean.class));
    } catch (Throwable e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private Memory() {}

  private static MethodHandle bind(
      Lookup lookup, Object unsafe, String name, Class<?> answer, Class<?>... parameters)
      throws ReflectiveOperationException {
    return lookup
        .findVirtual(unsafe.getClass(), name, MethodType.methodType(answer, parameters))
        .bindTo(unsafe);
  }

  /** The bytes of one object, header and padding included, as the JVM says. */
  static long sizeOf(Object object) {
    return HeapAccess.instrumentation().getObjectSize(object);
  }

  static Class<?>[] loadedClasses() {
    return HeapAccess.instrumentation().getAllLoadedClasses();
  }

  /** The reference at an offset in an object or array. */
  static @Nullable Object reference(Object holder, long offset) {
    try {
      return (Object) REFERENCE.invokeExact(holder, offset);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Four bytes at an offset in an object or array. */
  static int intAt(Object holder, long offset) {
    try {
      return (int) INT.invokeExact(holder, offset);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Eight bytes at an offset in an object or array. */
  static long longAt(Object holder, long offset) {
    try {
      return (long) LONG.invokeExact(holder, offset);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static long offset(Field field) {
    try {
      return (long) FIELD_OFFSET.invokeExact(field);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** The object that holds a static field, at its {@link #staticOffset}. */
  static Object staticHolder(Field field) {
    try {
      return (Object) STATIC_BASE.invokeExact(field);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static long staticOffset(Field field) {
    try {
      return (long) STATIC_OFFSET.invokeExact(field);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** The offset of an array's first element. */
  static long arrayBase(Class<?> array) {
    try {
      return (long) ARRAY_BASE.invokeExact(array);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** The bytes of an array's element. */
  static int arrayScale(Class<?> array) {
    try {
      return (int) ARRAY_SCALE.invokeExact(array);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Whether the statics of a class have not been set yet. */
  static boolean isUninitialized(Class<?> type) {
    try {
      return (boolean) UNINITIALIZED.invokeExact(type);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /**
   * The fields that a class itself declares, those included that reflection hides.
   *
   * @throws LinkageError if the type of a field cannot be loaded
   */
  static Field[] declaredFields(Class<?> type) {
    try {
      return (Field[]) DECLARED_FIELDS.invokeExact(type, false);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  private static RuntimeException unexpected(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    return thrown instanceof RuntimeException unchecked
        ? unchecked
        : new IllegalStateException(thrown);
  }
}
