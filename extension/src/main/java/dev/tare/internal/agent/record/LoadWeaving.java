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
 * The methods by which classes are loaded and call sites linked, with hooks in them, for as long as
 * this is open.
 *
 * <p>The JVM calls {@code loadClass} of a class loader, which defines the class, and methods of
 * {@code MethodHandleNatives} for lambdas, concatenations, method handles and dynamic constants.
 * Classes of the boot loader it loads by itself, which shows only where it happens in one of these.
 * A class loader whose class is loaded later and has a {@code loadClass} of its own is not seen.
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
      boolean asked =
          ClassLoader.class.isAssignableFrom(type) || type.getName().equals(LoadHooks.LINKER);
      if (asked && instrumentation.isModifiableClass(type)) {
        woven.add(type);
      }
    }
  }

  /**
   * Weaves, and uses once what is woven, so that it allocates nothing of its own later.
   *
   * @param counter answers as a long what the thread that asks has allocated so far
   * @throws ReflectiveOperationException if the recorder cannot be defined
   */
  public static LoadWeaving open(Instrumentation instrumentation, Number counter)
      throws ReflectiveOperationException, IOException {
    LoadWeaving weaving = new LoadWeaving(instrumentation, counter);
    try {
      weaving.retransforming.apply(new Transformer(), weaving.woven);
      weaving.use();
    } catch (ReflectiveOperationException | RuntimeException | Error e) {
      weaving.close();
      throw e;
    }
    return weaving;
  }

  private void use() throws ReflectiveOperationException {
    recording.start();
    try {
      new OneClass().loadClass(OneClass.NAME);
    } finally {
      recording.stop();
    }
  }

  /** The recording of the thread that opened this. */
  public LoadRecording recording() {
    return recording;
  }

  /** Undoes it, while no body is being judged if that can be had. */
  @Override
  public void close() {
    Optional<Lock> turn = WeavingLock.weaving();
    try {
      retransforming.apply(new IdentityTransformer(type -> true), woven);
    } finally {
      turn.ifPresent(Lock::unlock);
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
        return null; // what is loaded meanwhile stays as it is
      }
      try {
        ClassFile file = ClassWeaver.read(bytes);
        boolean named = ParameterNames.restore(file, loader);
        return LoadHooks.weave(file) || named ? ClassWeaver.write(file) : null;
      } catch (BadBytecode | IOException | RuntimeException e) {
        return null; // what it loads is among the rest
      }
    }
  }
}
