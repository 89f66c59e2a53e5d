package dev.tare.internal.agent.weave;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.ref.SoftReference;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Predicate;
import java.util.zip.CRC32;
import javassist.bytecode.ClassFile;
import org.jspecify.annotations.Nullable;

/**
 * Transforms classes into themselves, with the names of parameters that the JVM itself would leave
 * out.
 *
 * <p>It returns the class file even where nothing is to be restored. HotSpot then keeps the class
 * file as the original one. Otherwise it writes a new one each time, in which constants that are
 * NaN, which it finds unequal to themselves, double: after 16 times JDK 17 crashes.
 *
 * @param named the classes to which names are given back
 */
public record IdentityTransformer(Predicate<Class<?>> named) implements ClassFileTransformer {

  // Benchmarks transform the same classes again and again. Measured with 27 to 50 classes, 17 and
  // 25: parsing each of them and its class file on disk took 50 ms of 70 ms (CPU time).

  /** The class files made before, by class. */
  private static final Map<Class<?>, Restored> MADE =
      Collections.synchronizedMap(new WeakHashMap<>());

  /**
   * A class file with the names of parameters.
   *
   * @param length the length of the class file without them
   * @param checksum the checksum of the class file without them
   * @param file the class file with them; null where there are none to restore
   */
  private record Restored(int length, long checksum, @Nullable SoftReference<byte[]> file) {

    static Restored of(byte[] bytes, byte[] restored) {
      return new Restored(
          bytes.length, checksum(bytes), restored == bytes ? null : new SoftReference<>(restored));
    }

    /** Returns what this class file becomes; null if it is another one or was forgotten. */
    byte @Nullable [] with(byte[] bytes) {
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
    // the JDK is compiled without the names
    if (redefined == null || loader == null) {
      return null;
    }
    if (!named.test(redefined)) {
      return bytes;
    }
    Restored made = MADE.get(redefined);
    byte[] known = made == null ? null : made.with(bytes);
    if (known != null) {
      return known;
    }
    byte[] restored = restored(bytes, loader);
    MADE.put(redefined, Restored.of(bytes, restored));
    return restored;
  }

  private static byte[] restored(byte[] bytes, ClassLoader loader) {
    try {
      ClassFile file = ClassWeaver.read(bytes);
      return ParameterNames.restore(file, loader) ? ClassWeaver.write(file) : bytes;
    } catch (IOException | RuntimeException e) {
      return bytes;
    }
  }
}
