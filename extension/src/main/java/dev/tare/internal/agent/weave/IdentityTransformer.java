package dev.tare.internal.agent.weave;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.ref.SoftReference;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.zip.CRC32;
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

  private static final Map<Class<?>, RestoredClassFile> CACHE =
      Collections.synchronizedMap(new WeakHashMap<>());

  /**
   * A class file with the names of parameters.
   *
   * @param length the length of the class file without them
   * @param checksum the checksum of the class file without them
   * @param file the class file with them; null if there are none to restore
   */
  private record RestoredClassFile(
      int length, long checksum, @Nullable SoftReference<byte[]> file) {

    static RestoredClassFile of(byte[] bytes, byte[] restored) {
      return new RestoredClassFile(
          bytes.length, checksum(bytes), restored == bytes ? null : new SoftReference<>(restored));
    }

    /**
     * Returns the restored class file; null if it was restored from other bytes, or if the cached
     * file has been collected.
     */
    byte @Nullable [] restoredFrom(byte[] bytes) {
      if (bytes.length != length || checksum(bytes) != checksum) {
        return null;
      }
      return file == null ? bytes : file.get();
    }

    private static long checksum(byte[] bytes) {
      CRC32 sum = new CRC32();
      sum.update(bytes);
      return sum.getValue();
    }
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
    RestoredClassFile cached = CACHE.get(redefined);
    byte[] reused = cached == null ? null : cached.restoredFrom(bytes);
    if (reused != null) {
      return reused;
    }
    byte[] restored = restore(bytes, loader);
    CACHE.put(redefined, RestoredClassFile.of(bytes, restored));
    return restored;
  }

  private static byte[] restore(byte[] bytes, ClassLoader loader) {
    try {
      ClassFile file = ClassWeaver.read(bytes);
      return ParameterNames.restore(file, loader) ? ClassWeaver.write(file) : bytes;
    } catch (IOException | RuntimeException e) {
      return bytes;
    }
  }
}
