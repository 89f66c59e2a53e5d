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
    if (redefined == null || loader == null || !named.test(redefined)) {
      return null;
    }
    try {
      ClassFile file = ClassWeaver.read(bytes);
      return ParameterNames.restore(file, loader) ? ClassWeaver.write(file) : null;
    } catch (IOException | RuntimeException e) {
      return null; // the JVM's own copy is what there is
    }
  }
}
