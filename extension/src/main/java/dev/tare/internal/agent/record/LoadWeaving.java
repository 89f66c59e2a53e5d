package dev.tare.internal.agent.record;

import dev.tare.internal.agent.weave.ClassWeaver;
import dev.tare.internal.agent.weave.RecorderClass;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import javassist.bytecode.ClassFile;

/**
 * Records the bytes that one thread allocates in class loading and linkage. While this is open, the
 * methods that load classes and link call sites have hooks.
 *
 * <p>The JVM calls {@code loadClass} of a class loader, which defines the class, and methods of
 * {@code MethodHandleNatives} for lambdas, concatenations, method handles and dynamic constants.
 * Limits:
 *
 * <ul>
 *   <li>The JVM loads classes of the boot loader by itself. This is recorded only within one of the
 *       woven methods.
 *   <li>A class loader that overrides {@code loadClass} is not recorded if its class is loaded
 *       while this is open.
 * </ul>
 */
public final class LoadWeaving implements AutoCloseable {

  // indices in the recorder's totals: of the bytes, and then of the count
  private static final int LOADED = 0;
  private static final int LINKED = 2;

  private final RecorderInstance recorder;
  private final WovenClasses classes;

  private LoadWeaving(RecorderInstance recorder, WovenClasses classes) {
    this.recorder = recorder;
    this.classes = classes;
  }

  /**
   * The bytes of one activity and the number of times it ran.
   *
   * @param bytes headers and padding included
   * @param count the number of classes defined, or of call sites and constants linked
   */
  public record ActivityBytes(long bytes, long count) {}

  /**
   * Weaves the methods and runs them once, so that the hooks allocate nothing later. The thread
   * that opens this is the recorded one.
   *
   * @param counter returns as a long the bytes that the calling thread has allocated so far
   * @throws ReflectiveOperationException if the recorder cannot be defined
   */
  public static LoadWeaving open(Instrumentation instrumentation, Number counter)
      throws ReflectiveOperationException, IOException {
    RecorderInstance recorder =
        new RecorderInstance(RecorderClass.LOADS, Thread.currentThread(), counter);
    LoadWeaving weaving =
        new LoadWeaving(recorder, WovenClasses.open(instrumentation, new LoadHooks()));
    try {
      weaving.classes.stopWeaving();
      weaving.warmUp();
    } catch (ReflectiveOperationException | RuntimeException | Error e) {
      weaving.close();
      throw e;
    }
    return weaving;
  }

  private void warmUp() throws ReflectiveOperationException {
    start();
    try {
      new EmptyClassLoader().loadClass(EmptyClassLoader.NAME);
    } finally {
      stop();
    }
  }

  /**
   * Starts recording, with all sums at zero; may be called repeatedly.
   *
   * @throws IllegalStateException if another recording is under way in this JVM
   */
  public void start() {
    recorder.start();
  }

  /** Stops recording. */
  public void stop() {
    recorder.stop();
  }

  /**
   * Returns the bytes that class loaders allocated, and the number of classes that they defined.
   */
  public ActivityBytes loaded() {
    return activity(LOADED);
  }

  /**
   * Returns the bytes that linking allocated, without the classes loaded for it, and the number of
   * links.
   */
  public ActivityBytes linked() {
    return activity(LINKED);
  }

  /**
   * A loaded class.
   *
   * @param name its binary name
   * @param bytes the bytes that the recorded thread allocated for it, without those of classes
   *     loaded for it, such as its superclass
   */
  public record LoadedBytes(String name, long bytes) {}

  /** Returns the classes that were defined, the largest first. */
  public List<LoadedBytes> classes() {
    Object[] recorded = (Object[]) recorder.call("classes");
    int count = (int) recorded[0];
    String[] names = (String[]) recorded[1];
    long[] ownBytes = (long[]) recorded[2];
    boolean[] isDefined = (boolean[]) recorded[3];
    Map<String, Long> bytes = new LinkedHashMap<>();
    Set<String> defined = new HashSet<>();
    for (int i = 0; i < count; i++) {
      String name = names[i].replace('/', '.');
      bytes.merge(name, ownBytes[i], Long::sum);
      if (isDefined[i]) {
        defined.add(name);
      }
    }
    bytes.keySet().retainAll(defined);
    return bytes.entrySet().stream()
        .map(entry -> new LoadedBytes(entry.getKey(), entry.getValue()))
        .sorted(
            Comparator.comparingLong(LoadedBytes::bytes)
                .reversed()
                .thenComparing(LoadedBytes::name))
        .toList();
  }

  private ActivityBytes activity(int index) {
    long[] totals = (long[]) recorder.call("totals");
    return new ActivityBytes(totals[index], totals[index + 1]);
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

  /** Defines one empty class, a new one each time. */
  private static final class EmptyClassLoader extends ClassLoader {

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
