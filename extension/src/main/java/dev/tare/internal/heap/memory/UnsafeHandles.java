package dev.tare.internal.heap.memory;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.ref.Reference;
import java.lang.ref.SoftReference;
import java.lang.reflect.Field;

/** Factory of the method handles of {@link ObjectMemory}. */
final class UnsafeHandles {

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
            Class.class, "getDeclaredFields0", MethodType.methodType(Field[].class, boolean.class));
  }

  /**
   * Returns the handle of {@link Reference#get} as a soft reference inherits it. A soft reference's
   * own method notes the time of the call, by which the JVM clears it later, and a subclass may
   * have overridden it.
   */
  MethodHandle softReferent() throws ReflectiveOperationException {
    return MethodHandles.privateLookupIn(SoftReference.class, lookup)
        .findSpecial(
            Reference.class, "get", MethodType.methodType(Object.class), SoftReference.class);
  }
}
