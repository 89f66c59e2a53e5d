package dev.tare.internal.agent.record;

import dev.tare.internal.agent.Retransformation;
import dev.tare.internal.agent.weave.ClassWeaver;
import dev.tare.internal.agent.weave.IdentityTransformer;
import dev.tare.internal.agent.weave.ParameterNames;
import dev.tare.internal.agent.weave.RecorderClass;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.ClassFile;
import org.jspecify.annotations.Nullable;

/**
 * Weaves hooks into the methods that load classes and link call sites, while this is open.
 *
 * <p>The JVM calls {@code loadClass} of a class loader, which defines the class, and methods of
 * {@code MethodHandleNatives} for lambdas, concatenations, method handles and dynamic constants.
 * Limits:
 *
 * <ul>
 *   <li>The JVM loads classes of the boot loader by itself. This is recorded only within one of the
 *       woven methods.
 *   <li>A class loader with a {@code loadClass} of its own is not recorded if its class is loaded
 *       later.
 * </ul>
 */
public final class LoadWeaving implements AutoCloseable {

  private final Retransformation retransforming;
  private final LoadRecording recording;
  private final List<Class<?>> woven = new ArrayList<>();

  private LoadWeaving(Instrumentation instrumentation, Number counter)
      throws ReflectiveOperationException, IOException {
    this.retransforming = new Retransformation(instrumentation, refused -> {});
    this.recording = new LoadRecording(RecorderClass.LOADS.get(), counter);
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      boolean selected =
          ClassLoader.class.isAssignableFrom(type) || type.getName().equals(LoadHooks.LINKER);
      if (selected && instrumentation.isModifiableClass(type)) {
        woven.add(type);
      }
    }
  }

  /**
   * Weaves the methods and runs them once, so that the hooks allocate nothing later.
   *
   * @param counter returns as a long the bytes that the calling thread has allocated so far
   * @throws ReflectiveOperationException if the recorder cannot be defined
   */
  public static LoadWeaving open(Instrumentation instrumentation, Number counter)
      throws ReflectiveOperationException, IOException {
    LoadWeaving weaving = new LoadWeaving(instrumentation, counter);
    try {
      weaving.retransforming.apply(new Transformer(), weaving.woven);
      weaving.warmUp();
    } catch (ReflectiveOperationException | RuntimeException | Error e) {
      weaving.close();
      throw e;
    }
    return weaving;
  }

  private void warmUp() throws ReflectiveOperationException {
    recording.start();
    try {
      new OneClass().loadClass(OneClass.NAME);
    } finally {
      recording.stop();
    }
  }

  /** Returns the recording of the thread that opened this. */
  public LoadRecording recording() {
    return recording;
  }

  /** Restores the methods, if possible while no body is being judged. */
  @Override
  public void close() {
    Optional<Lock> lock = WeavingLock.weaving();
    try {
      retransforming.apply(new IdentityTransformer(type -> true), woven);
    } finally {
      lock.ifPresent(Lock::unlock);
    }
  }

  /** Loads one empty class, a new one each time. */
  private static final class OneClass extends ClassLoader {

    static final String NAME = "dev.tare.Loaded";

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      try {
        byte[] bytes = ClassWeaver.write(new ClassFile(false, name, Object.class.getName()));
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  private static final class Transformer implements ClassFileTransformer {

    @Override
    public byte @Nullable [] transform(
        @Nullable ClassLoader loader,
        @Nullable String internalName,
        @Nullable Class<?> redefined,
        @Nullable ProtectionDomain domain,
        byte[] bytes) {
      if (redefined == null) {
        return null; // classes that are loaded meanwhile are not woven
      }
      try {
        ClassFile file = ClassWeaver.read(bytes);
        boolean named = ParameterNames.restore(file, loader);
        return LoadHooks.weave(file) || named ? ClassWeaver.write(file) : null;
      } catch (BadBytecode | IOException | RuntimeException e) {
        return null; // its loading counts as other allocation
      }
    }
  }
}
