package dev.tare.internal.agent.weave;

import java.lang.instrument.ClassFileTransformer;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.security.ProtectionDomain;
import org.jspecify.annotations.Nullable;

/**
 * Wraps a transformer so that its own allocation is not attributed to the thread that loads the
 * class.
 *
 * @param pause suspends the recorder on this thread
 * @param resume resumes the recorder on this thread
 */
record UncountedTransformer(
    ClassFileTransformer transformer, MethodHandle pause, MethodHandle resume)
    implements ClassFileTransformer {

  static UncountedTransformer of(ClassFileTransformer transformer, Class<?> recorder)
      throws ReflectiveOperationException {
    MethodType noArguments = MethodType.methodType(void.class);
    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
    return new UncountedTransformer(
        transformer,
        lookup.findStatic(recorder, "pause", noArguments),
        lookup.findStatic(recorder, "resume", noArguments));
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
