package dev.tare.internal.agent;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Stream;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.ClassFile;
import org.jspecify.annotations.Nullable;

/**
 * The application's classes with hooks in them, for as long as this is open.
 *
 * <p>First the classes that are loaded are woven, and those that are loaded until {@link #settle()}
 * as they come. From then on nothing is transformed any more, since a transformer allocates on the
 * thread that loads a class. Closing gives all of them back their own code.
 */
public final class Weaving implements AutoCloseable {

  private final Instrumentation instrumentation;
  private final Application application;
  private final Sites sites = new Sites();
  private final Class<?> recorder;
  private final Set<Loaded> woven = ConcurrentHashMap.newKeySet();
  private final Map<Loaded, byte[]> plain = new ConcurrentHashMap<>();
  private final Set<String> skipped = new ConcurrentSkipListSet<>();
  private final ClassFileTransformer transformer = new Transformer();

  private Weaving(Instrumentation instrumentation, Application application, Class<?> recorder) {
    this.instrumentation = instrumentation;
    this.application = application;
    this.recorder = recorder;
  }

  /**
   * Weaves the application that the tests belong to.
   *
   * @throws ReflectiveOperationException if the recorder cannot be defined
   */
  public static Weaving open(Instrumentation instrumentation, Stream<Class<?>> tests)
      throws ReflectiveOperationException, IOException {
    Weaving weaving = new Weaving(instrumentation, Application.of(tests), RecorderClass.get());
    instrumentation.addTransformer(weaving.transformer, true);
    try {
      weaving.retransform(weaving.applicationClasses());
    } catch (RuntimeException | Error e) {
      weaving.close();
      throw e;
    }
    return weaving;
  }

  /** Classes that are loaded from now on stay as they are. */
  public void settle() {
    instrumentation.removeTransformer(transformer);
  }

  /** A recording of what the calling thread allocates, by site. */
  public SiteRecording record(Number counter) throws ReflectiveOperationException {
    return SiteRecording.of(recorder, counter, sites.all());
  }

  /** The names of the classes and methods that could not be woven, in order. */
  public Set<String> skipped() {
    return new TreeSet<>(skipped);
  }

  /** Undoes it. */
  @Override
  public void close() {
    settle();
    ClassFileTransformer restoring = new Restoring();
    instrumentation.addTransformer(restoring, true);
    try {
      retransform(
          applicationClasses().stream()
              .filter(type -> woven.contains(new Loaded(type.getClassLoader(), type.getName())))
              .toList());
    } finally {
      instrumentation.removeTransformer(restoring);
    }
  }

  private List<Class<?>> applicationClasses() {
    List<Class<?>> found = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (application.includes(type) && instrumentation.isModifiableClass(type)) {
        found.add(type);
      }
    }
    return found;
  }

  /** All at once where that goes, which is faster by far, else those for which it goes. */
  private void retransform(List<Class<?>> types) {
    if (types.isEmpty()) {
      return;
    }
    try {
      instrumentation.retransformClasses(types.toArray(Class<?>[]::new));
    } catch (UnmodifiableClassException | RuntimeException | LinkageError e) {
      if (types.size() == 1) {
        skipped.add(types.get(0).getName());
        return;
      }
      int half = types.size() / 2;
      retransform(types.subList(0, half));
      retransform(types.subList(half, types.size()));
    }
  }

  /** A class as a transformer knows it, before there is a {@code Class}. */
  private record Loaded(@Nullable ClassLoader loader, String name) {}

  /** Gives back what the JVM itself would leave out. */
  private final class Restoring implements ClassFileTransformer {

    @Override
    public byte @Nullable [] transform(
        @Nullable ClassLoader loader,
        @Nullable String internalName,
        @Nullable Class<?> redefined,
        @Nullable ProtectionDomain domain,
        byte[] bytes) {
      return redefined == null ? null : plain.get(new Loaded(loader, redefined.getName()));
    }
  }

  private final class Transformer implements ClassFileTransformer {

    @Override
    public byte @Nullable [] transform(
        @Nullable ClassLoader loader,
        @Nullable String internalName,
        @Nullable Class<?> redefined,
        @Nullable ProtectionDomain domain,
        byte[] bytes) {
      if (loader == null || internalName == null || !application.includes(domain)) {
        return null;
      }
      String name = internalName.replace('/', '.');
      try {
        ClassFile file = ClassWeaver.read(bytes);
        Loaded loaded = new Loaded(loader, name);
        if (ParameterNames.restore(file, loader)) {
          plain.put(loaded, ClassWeaver.write(file));
        }
        new ClassWeaver(sites, skipped::add).weave(file);
        byte[] hooked = ClassWeaver.write(file);
        woven.add(loaded);
        return hooked;
      } catch (BadBytecode | IOException | RuntimeException e) {
        skipped.add(name);
        return null;
      }
    }
  }
}
