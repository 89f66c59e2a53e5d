package dev.tare.internal.heap.memory;

import dev.tare.heap.UnweighableException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.ref.Reference;
import java.lang.ref.SoftReference;
import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/**
 * Low-level access to objects: fields and their offsets, values by offset, and exact sizes.
 *
 * <p>It uses {@code jdk.internal.misc.Unsafe}, which unlike {@code sun.misc.Unsafe} supports
 * records and hidden classes and prints no warning on later JDKs. The method handles are constants,
 * so that the JIT compiles a read to a load. For the same reason the holder is declared as {@code
 * Object}: C2 does not inline the call if the holder is statically an array.
 *
 * <p>Use it only after {@link HeapAccess#require} has returned.
 */
public final class ObjectMemory {

  private static final MethodHandle REFERENCE;
  private static final MethodHandle INT;
  private static final MethodHandle FIELD_OFFSET;
  private static final MethodHandle ARRAY_BASE;
  private static final MethodHandle ARRAY_SCALE;
  private static final MethodHandle DECLARED_FIELDS;

  static {
    HeapAccess.instrumentation(); // opens the package of the methods looked up here
    try {
      UnsafeHandles handles = new UnsafeHandles();
      REFERENCE = handles.of("getReference", Object.class, Object.class, long.class);
      INT = handles.of("getInt", int.class, Object.class, long.class);
      FIELD_OFFSET = handles.of("objectFieldOffset", long.class, Field.class);
      ARRAY_BASE = handles.arrayBase();
      ARRAY_SCALE = handles.of("arrayIndexScale", int.class, Class.class);
      DECLARED_FIELDS = handles.declaredFields();
    } catch (Throwable e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private ObjectMemory() {}

  /** Initializes this class. */
  static void initialize() {}

  /** Handles that a first small walk does not need; linking each of them takes time. */
  private static final class MoreHandles {
    static final MethodHandle LONG;
    static final MethodHandle BYTE;
    static final MethodHandle STATIC_BASE;
    static final MethodHandle STATIC_OFFSET;
    static final MethodHandle UNINITIALIZED;
    static final MethodHandle LOAD_FENCE;
    static final MethodHandle SOFT_REFERENT;
    static final MethodHandle INSTANCE;

    static {
      try {
        UnsafeHandles handles = new UnsafeHandles();
        LONG = handles.of("getLong", long.class, Object.class, long.class);
        BYTE = handles.of("getByte", byte.class, Object.class, long.class);
        STATIC_BASE = handles.of("staticFieldBase", Object.class, Field.class);
        STATIC_OFFSET = handles.of("staticFieldOffset", long.class, Field.class);
        UNINITIALIZED = handles.of("shouldBeInitialized", boolean.class, Class.class);
        LOAD_FENCE = handles.of("loadFence", void.class);
        SOFT_REFERENT = handles.softReferent();
        INSTANCE = handles.of("allocateInstance", Object.class, Class.class);
      } catch (Throwable e) {
        throw new ExceptionInInitializerError(e);
      }
    }
  }

  /** Returns the bytes of one object as the JVM reports them, header and padding included. */
  public static long sizeOf(Object object) {
    return HeapAccess.instrumentation().getObjectSize(object);
  }

  /**
   * Creates an object without calling a constructor.
   *
   * @throws UnweighableException if the class cannot be initialized
   */
  static Object instance(Class<?> type) {
    try {
      return (Object) MoreHandles.INSTANCE.invokeExact(type);
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Throwable e) { // an error that an initializer throws comes as it is
      throw new UnweighableException(
          ClassShape.className(type) + " cannot be initialized: " + e, "mend its initializer", e);
    }
  }

  public static Class<?>[] loadedClasses() {
    return HeapAccess.instrumentation().getAllLoadedClasses();
  }

  /** Returns the reference at an offset in an object or array. */
  public static @Nullable Object reference(Object holder, long offset) {
    try {
      return (Object) REFERENCE.invokeExact(holder, offset);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /**
   * Returns the referent of a soft reference, null if it was cleared. Unlike a read of the field,
   * this is allowed under every collector, and it does not count as a use of the referent.
   */
  public static @Nullable Object referent(SoftReference<?> reference) {
    try {
      return (Object) MoreHandles.SOFT_REFERENT.invokeExact(reference);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Executes a load fence: reads before it are not reordered with reads after it. */
  public static void loadFence() {
    try {
      MoreHandles.LOAD_FENCE.invokeExact();
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Returns the four bytes at an offset in an object or array. */
  public static int intAt(Object holder, long offset) {
    try {
      return (int) INT.invokeExact(holder, offset);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Returns the eight bytes at an offset in an object or array. */
  public static long longAt(Object holder, long offset) {
    try {
      return (long) MoreHandles.LONG.invokeExact(holder, offset);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Returns the byte at an offset in an object or array. */
  public static byte byteAt(Object holder, long offset) {
    try {
      return (byte) MoreHandles.BYTE.invokeExact(holder, offset);
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

  /** Returns the object that holds a static field, at its {@link #staticOffset}. */
  public static Object staticHolder(Field field) {
    try {
      return (Object) MoreHandles.STATIC_BASE.invokeExact(field);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  public static long staticOffset(Field field) {
    try {
      return (long) MoreHandles.STATIC_OFFSET.invokeExact(field);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Returns the offset of an array's first element. */
  public static long arrayBase(Class<?> array) {
    try {
      return (long) ARRAY_BASE.invokeExact(array);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Returns the bytes of an array's element. */
  public static int arrayScale(Class<?> array) {
    try {
      return (int) ARRAY_SCALE.invokeExact(array);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Returns whether a class has not been initialized yet. */
  public static boolean isUninitialized(Class<?> type) {
    try {
      return (boolean) MoreHandles.UNINITIALIZED.invokeExact(type);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /**
   * Returns the fields that a class itself declares, including those that reflection hides.
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

  /** Factory of the method handles of {@link ObjectMemory}. */
  private static final class UnsafeHandles {

    private final Lookup lookup = MethodHandles.lookup();
    private final Object unsafe;

    UnsafeHandles() throws Throwable {
      Class<?> type = Class.forName("jdk.internal.misc.Unsafe");
      unsafe = lookup.findStatic(type, "getUnsafe", MethodType.methodType(type)).invoke();
    }

    /** Returns a handle of a method, bound to its receiver. */
    MethodHandle of(String name, Class<?> returnType, Class<?>... parameters)
        throws ReflectiveOperationException {
      return lookup
          .findVirtual(unsafe.getClass(), name, MethodType.methodType(returnType, parameters))
          .bindTo(unsafe);
    }

    /**
     * Returns the handle of {@code arrayBaseOffset}, whose return type changed from int to long
     * between releases.
     */
    MethodHandle arrayBase() throws ReflectiveOperationException {
      try {
        return of("arrayBaseOffset", long.class, Class.class);
      } catch (NoSuchMethodException e) {
        return of("arrayBaseOffset", int.class, Class.class)
            .asType(MethodType.methodType(long.class, Class.class));
      }
    }

    /** Returns the handle that lists a class's fields, including those that reflection hides. */
    MethodHandle declaredFields() throws ReflectiveOperationException {
      return MethodHandles.privateLookupIn(Class.class, lookup)
          .findVirtual(
              Class.class,
              "getDeclaredFields0",
              MethodType.methodType(Field[].class, boolean.class));
    }

    /**
     * Returns the handle of {@link Reference#get} as a soft reference inherits it. A soft
     * reference's own method notes the time of the call, by which the JVM clears it later, and a
     * subclass may have overridden it.
     */
    MethodHandle softReferent() throws ReflectiveOperationException {
      return MethodHandles.privateLookupIn(SoftReference.class, lookup)
          .findSpecial(
              Reference.class, "get", MethodType.methodType(Object.class), SoftReference.class);
    }
  }
}
