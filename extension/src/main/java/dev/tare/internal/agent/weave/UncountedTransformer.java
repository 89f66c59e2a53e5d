package dev.tare.internal.agent.weave;

import java.lang.instrument.ClassFileTransformer;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.security.ProtectionDomain;
import org.jspecify.annotations.Nullable;

/**
 * A transformer whose own allocation is not taken for that of the thread that loads the class.
 *
 * @param pause tells the recorder that it begins
 * @param resume tells the recorder that it ends
 */
record UncountedTransformer(
    ClassFileTransformer transformer, MethodHandle pause, MethodHandle resume)
    implements ClassFileTransformer {

  static UncountedTransformer of(ClassFileTransformer transformer, Class<?> recorder)
      throws ReflectiveOperationException {
    MethodType nothing = MethodType.methodType(void.class);
    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
    return new UncountedTransformer(
        transformer,
        lookup.findStatic(recorder, "pause", nothing),
        lookup.findStatic(recorder, "resume", nothing));
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    try {
      pause.invokeExact();
      try {
        return transformer.transform(loader, name, redefined, domain, bytes);
      } finally {
        resume.invokeExact();
      }
    } catch (Throwable e) {
      return null; // the class stays as it is
    }
  }
}
