package dev.tare.internal.agent.record;

import dev.tare.internal.agent.weave.ClassWeaver;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import javassist.bytecode.ClassFile;

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

  private final WovenClasses classes;
  private final LoadRecording recording;

  private LoadWeaving(WovenClasses classes, LoadRecording recording) {
    this.classes = classes;
    this.recording = recording;
  }

  /**
   * Weaves the methods and runs them once, so that the hooks allocate nothing later.
   *
   * @param counter returns as a long the bytes that the calling thread has allocated so far
   * @throws ReflectiveOperationException if the recorder cannot be defined
   */
  public static LoadWeaving open(Instrumentation instrumentation, Number counter)
      throws ReflectiveOperationException, IOException {
    LoadRecording recording = new LoadRecording(counter);
    LoadWeaving weaving =
        new LoadWeaving(WovenClasses.open(instrumentation, new LoadHooks()), recording);
    try {
      weaving.classes.settle();
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
      classes.close();
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
}
