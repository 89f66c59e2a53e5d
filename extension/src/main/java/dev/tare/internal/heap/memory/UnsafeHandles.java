package dev.tare.internal.heap.memory;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;

/**
 * Makes the handles of {@link ObjectMemory}. Each takes a fresh JVM half a millisecond, so those
 * that few ask for are made apart.
 */
final class UnsafeHandles {

  private final Lookup lookup = MethodHandles.lookup();
  private final Object unsafe;

  UnsafeHandles() throws Throwable {
    Class<?> type = Class.forName("jdk.internal.misc.Unsafe");
    unsafe = lookup.findStatic(type, "getUnsafe", MethodType.methodType(type)).invoke();
  }

  /** A method without its receiver. */
  MethodHandle of(String name, Class<?> answer, Class<?>... parameters)
      throws ReflectiveOperationException {
    return lookup
        .findVirtual(unsafe.getClass(), name, MethodType.methodType(answer, parameters))
        .bindTo(unsafe);
  }

  /** It answers an int up to some release and a long from then on. */
  MethodHandle arrayBase() throws ReflectiveOperationException {
    try {
      return of("arrayBaseOffset", long.class, Class.class);
    } catch (NoSuchMethodException e) {
      return of("arrayBaseOffset", int.class, Class.class)
          .asType(MethodType.methodType(long.class, Class.class));
    }
  }

  /** What lists a class's fields, those included that reflection hides. */
  MethodHandle declaredFields() throws ReflectiveOperationException {
    return MethodHandles.privateLookupIn(Class.class, lookup)
        .findVirtual(
            Class.class, "getDeclaredFields0", MethodType.methodType(Field[].class, boolean.class));
  }
}
