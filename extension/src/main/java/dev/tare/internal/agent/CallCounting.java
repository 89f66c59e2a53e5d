package dev.tare.internal.agent;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.ClassFile;
import org.jspecify.annotations.Nullable;

/**
 * The methods of a type by one name with counters in them, for as long as this is open: those of
 * the type and of all its subtypes, also of those that are loaded in the meantime.
 *
 * <p>Lambdas and other hidden classes cannot be woven.
 */
public final class CallCounting implements AutoCloseable {

  private final Instrumentation instrumentation;
  private final Class<?> type;
  private final CountedMethods methods;
  private final Set<Loaded> woven = ConcurrentHashMap.newKeySet();
  private final Set<String> skipped = new ConcurrentSkipListSet<>();
  private final ClassFileTransformer transformer;
  private final Retransforming retransforming;

  private CallCounting(Instrumentation instrumentation, Class<?> type, String method)
      throws ReflectiveOperationException, IOException {
    this.instrumentation = instrumentation;
    this.transformer = RecorderClass.CALLS.around(new Transformer());
    this.type = type;
    this.methods = CountedMethods.of(type, method);
    this.retransforming =
        new Retransforming(instrumentation, refused -> skipped.add(refused.getName()));
  }

  /**
   * Weaves.
   *
   * @throws ReflectiveOperationException if the counter cannot be defined
   */
  public static CallCounting open(Instrumentation instrumentation, Class<?> type, String method)
      throws ReflectiveOperationException, IOException {
    CallCounting counting = new CallCounting(instrumentation, type, method);
    instrumentation.addTransformer(counting.transformer, true);
    try {
      counting.retransforming.apply(counting.subtypes());
    } catch (RuntimeException | Error e) {
      counting.close();
      throw e;
    }
    return counting;
  }

  /**
   * Counts the calls that the current thread makes from {@link CallRecording#start()} on.
   *
   * @throws ReflectiveOperationException if the counter cannot be made
   */
  public CallRecording record() throws ReflectiveOperationException, IOException {
    return CallRecording.of(RecorderClass.CALLS.get(), type);
  }

  /**
   * Whether calls of a method cannot be counted: it is native, or the JVM may run instructions of
   * its own in its place. The JDK marks such a method, and HotSpot checks at startup that it marks
   * all of them: the interpreter never runs the bytecode of some, and compiled callers of the
   * others do not call them.
   */
  public static boolean isUncountable(Method method) {
    return Modifier.isNative(method.getModifiers())
        || Arrays.stream(method.getDeclaredAnnotations())
            .anyMatch(found -> found.annotationType().getName().equals(CountedMethods.INTRINSIC));
  }

  /** The names of classes and methods whose calls are not counted, in order. */
  public Set<String> skipped() {
    return new TreeSet<>(skipped);
  }

  /** Undoes it. */
  @Override
  public void close() {
    instrumentation.removeTransformer(transformer);
    List<Class<?>> changed = new ArrayList<>();
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (woven.contains(Loaded.of(loaded))) {
        changed.add(loaded);
      }
    }
    retransforming.apply(new OwnCode(type -> true), changed);
  }

  private List<Class<?>> subtypes() {
    List<Class<?>> found = new ArrayList<>();
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (related(loaded) && instrumentation.isModifiableClass(loaded)) {
        found.add(loaded);
      }
    }
    return found;
  }

  /** A method may be inherited from above the type, be it by a class that is beside it. */
  private boolean related(Class<?> loaded) {
    return loaded != Object.class
        && !loaded.isHidden()
        && (type.isAssignableFrom(loaded) || loaded.isAssignableFrom(type));
  }

  private final class Transformer implements ClassFileTransformer {

    @Override
    public byte @Nullable [] transform(
        @Nullable ClassLoader loader,
        @Nullable String internalName,
        @Nullable Class<?> redefined,
        @Nullable ProtectionDomain domain,
        byte[] bytes) {
      if (internalName == null || (redefined != null && !related(redefined))) {
        return null;
      }
      String name = internalName.replace('/', '.');
      try {
        ClassFile file = ClassWeaver.read(bytes);
        byte[] named =
            loader != null && ParameterNames.restore(file, loader) ? ClassWeaver.write(file) : null;
        methods.uncountable(file).forEach(method -> skipped.add(name + "." + method + "()"));
        boolean inherited = redefined != null && redefined.isAssignableFrom(type);
        if (!methods.weave(file, inherited)) {
          return named;
        }
        byte[] counted = ClassWeaver.write(file);
        woven.add(new Loaded(loader, name));
        return counted;
      } catch (BadBytecode | IOException | RuntimeException e) {
        skipped.add(name);
        return null;
      }
    }
  }
}
