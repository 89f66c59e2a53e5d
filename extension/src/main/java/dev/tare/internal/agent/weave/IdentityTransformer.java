package dev.tare.internal.agent.weave;

import dev.tare.internal.agent.Retransformation;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.ref.SoftReference;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Predicate;
import javassist.bytecode.ClassFile;
import org.jspecify.annotations.Nullable;

/**
 * Redefines classes with their own class files, and restores the parameter names that the JVM
 * leaves out.
 *
 * <p>It returns the class file even if there is nothing to restore, because HotSpot then keeps that
 * file as the original. Otherwise HotSpot generates a new file each time and duplicates NaN
 * constants, because they are unequal to themselves. After 16 times JDK 17 crashes.
 */
public final class IdentityTransformer implements ClassFileTransformer {

  // Cached, because benchmarks transform the same classes repeatedly, and parsing takes most of the
  // time.
  private static final Map<Class<?>, SoftReference<Restored>> CACHE =
      Collections.synchronizedMap(new WeakHashMap<>());

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Restored(byte[] from, byte[] to) {}

  /**
   * Redefines the selected classes of those that are loaded.
   *
   * @return the classes that the JVM refuses to redefine
   */
  public static List<Class<?>> redefine(
      Instrumentation instrumentation, Predicate<Class<?>> selected) {
    return Retransformation.apply(
        instrumentation,
        new IdentityTransformer(),
        Retransformation.loaded(instrumentation, selected));
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String internalName,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    if (redefined == null || loader == null) {
      return redefined == null ? null : bytes; // the JDK is compiled without parameter names
    }
    SoftReference<Restored> cached = CACHE.get(redefined);
    Restored file = cached == null ? null : cached.get();
    if (file == null || !Arrays.equals(file.from, bytes)) {
      file = new Restored(bytes, restore(bytes, loader));
      CACHE.put(redefined, new SoftReference<>(file));
    }
    return file.to == file.from ? bytes : file.to;
  }

  private static byte[] restore(byte[] bytes, ClassLoader loader) {
    try {
      ClassFile file = ClassFiles.read(bytes);
      return ClassFiles.restoreNames(file, loader) ? ClassFiles.write(file) : bytes;
    } catch (IOException | RuntimeException e) {
      return bytes;
    }
  }
}
