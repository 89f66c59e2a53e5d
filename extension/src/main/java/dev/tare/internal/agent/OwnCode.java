package dev.tare.internal.agent;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.function.Predicate;
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
record OwnCode(Predicate<Class<?>> named) implements ClassFileTransformer {

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
    try {
      ClassFile file = ClassWeaver.read(bytes);
      return ParameterNames.restore(file, loader) ? ClassWeaver.write(file) : bytes;
    } catch (IOException | RuntimeException e) {
      return bytes;
    }
  }
}
