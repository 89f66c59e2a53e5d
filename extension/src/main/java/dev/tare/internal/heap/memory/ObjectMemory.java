package dev.tare.internal.heap.memory;

import java.lang.invoke.MethodHandle;
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
public final class ObjectMemory {

  private static final MethodHandle REFERENCE;
  private static final MethodHandle INT;
  private static final MethodHandle LONG;
  private static final MethodHandle BYTE;
  private static final MethodHandle FIELD_OFFSET;
  private static final MethodHandle ARRAY_BASE;
  private static final MethodHandle ARRAY_SCALE;
  private static final MethodHandle DECLARED_FIELDS;

  static {
    HeapAccess.instrumentation(); // opens what is looked up here
    try {
      UnsafeHandles handles = new UnsafeHandles();
      REFERENCE = handles.of("getReference", Object.class, Object.class, long.class);
      INT = handles.of("getInt", int.class, Object.class, long.class);
      LONG = handles.of("getLong", long.class, Object.class, long.class);
      BYTE = handles.of("getByte", byte.class, Object.class, long.class);
      FIELD_OFFSET = handles.of("objectFieldOffset", long.class, Field.class);
      ARRAY_BASE = handles.arrayBase();
      ARRAY_SCALE = handles.of("arrayIndexScale", int.class, Class.class);
      DECLARED_FIELDS = handles.declaredFields();
    } catch (Throwable e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private ObjectMemory() {}

  /** Does what the first use of the class does. */
  static void initialize() {}

  /** What only ZGC needs. */
  private static final class OfOrder {
    static final MethodHandle LOAD_FENCE;

    static {
      try {
        LOAD_FENCE = new UnsafeHandles().of("loadFence", void.class);
      } catch (Throwable e) {
        throw new ExceptionInInitializerError(e);
      }
    }
  }

  /** What only a look at the whole JVM needs. */
  private static final class OfClasses {
    static final MethodHandle STATIC_BASE;
    static final MethodHandle STATIC_OFFSET;
    static final MethodHandle UNINITIALIZED;

    static {
      try {
        UnsafeHandles handles = new UnsafeHandles();
        STATIC_BASE = handles.of("staticFieldBase", Object.class, Field.class);
        STATIC_OFFSET = handles.of("staticFieldOffset", long.class, Field.class);
        UNINITIALIZED = handles.of("shouldBeInitialized", boolean.class, Class.class);
      } catch (Throwable e) {
        throw new ExceptionInInitializerError(e);
      }
    }
  }

  /** The bytes of one object, header and padding included, as the JVM says. */
  public static long sizeOf(Object object) {
    return HeapAccess.instrumentation().getObjectSize(object);
  }

  public static Class<?>[] loadedClasses() {
    return HeapAccess.instrumentation().getAllLoadedClasses();
  }

  /** The reference at an offset in an object or array. */
  public static @Nullable Object reference(Object holder, long offset) {
    try {
      return (Object) REFERENCE.invokeExact(holder, offset);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Nothing is read later than this that comes before it, and nothing earlier that comes after. */
  public static void loadFence() {
    try {
      OfOrder.LOAD_FENCE.invokeExact();
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Four bytes at an offset in an object or array. */
  public static int intAt(Object holder, long offset) {
    try {
      return (int) INT.invokeExact(holder, offset);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Eight bytes at an offset in an object or array. */
  public static long longAt(Object holder, long offset) {
    try {
      return (long) LONG.invokeExact(holder, offset);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** A byte at an offset in an object or array. */
  public static byte byteAt(Object holder, long offset) {
    try {
      return (byte) BYTE.invokeExact(holder, offset);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  public static long offset(Field field) {
    try {
      return (long) FIELD_OFFSET.invokeExact(field);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** The object that holds a static field, at its {@link #staticOffset}. */
  public static Object staticHolder(Field field) {
    try {
      return (Object) OfClasses.STATIC_BASE.invokeExact(field);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  public static long staticOffset(Field field) {
    try {
      return (long) OfClasses.STATIC_OFFSET.invokeExact(field);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** The offset of an array's first element. */
  public static long arrayBase(Class<?> array) {
    try {
      return (long) ARRAY_BASE.invokeExact(array);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** The bytes of an array's element. */
  public static int arrayScale(Class<?> array) {
    try {
      return (int) ARRAY_SCALE.invokeExact(array);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Whether the statics of a class have not been set yet. */
  public static boolean isUninitialized(Class<?> type) {
    try {
      return (boolean) OfClasses.UNINITIALIZED.invokeExact(type);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /**
   * The fields that a class itself declares, those included that reflection hides.
   *
   * @throws LinkageError if the type of a field cannot be loaded
   */
  public static Field[] declaredFields(Class<?> type) {
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
