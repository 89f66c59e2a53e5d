package dev.tare.internal.agent.record;

import dev.tare.internal.agent.Retransformation;
import dev.tare.internal.agent.weave.ClassWeaver;
import dev.tare.internal.agent.weave.IdentityTransformer;
import dev.tare.internal.agent.weave.LoadedClass;
import dev.tare.internal.agent.weave.ParameterNames;
import dev.tare.internal.agent.weave.RecorderClass;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.ClassFile;
import org.jspecify.annotations.Nullable;

/**
 * Weaves call counters into the methods of one name of a type and all its subtypes while this is
 * open, including subtypes that are loaded in the meantime.
 *
 * <p>A subtype may inherit the method from a class that is no subtype itself, so the supertypes of
 * the subtypes are woven too. Lambdas and other hidden classes cannot be woven; {@link #skipped()}
 * names those that implement the method.
 */
public final class CallCounting implements AutoCloseable {

  private final Instrumentation instrumentation;
  private final Class<?> type;
  private final CountedMethods methods;
  private final Set<Class<?>> chosen = ConcurrentHashMap.newKeySet();
  private final Map<LoadedClass, Set<String>> uncountable = new ConcurrentHashMap<>();
  private final Set<LoadedClass> woven = ConcurrentHashMap.newKeySet();
  private final ClassFileTransformer transformer;
  private final Retransformation retransforming;

  private CallCounting(Instrumentation instrumentation, Class<?> type, String method)
      throws ReflectiveOperationException, IOException {
    this.instrumentation = instrumentation;
    this.transformer = RecorderClass.CALLS.around(new Transformer());
    this.type = type;
    this.methods = CountedMethods.of(type, method);
    this.retransforming =
        new Retransformation(
            instrumentation,
            refused -> uncountable.put(LoadedClass.of(refused), Set.of(refused.getName())));
  }

  /**
   * Weaves the methods.
   *
   * @throws ReflectiveOperationException if the counter cannot be defined
   */
  public static CallCounting open(Instrumentation instrumentation, Class<?> type, String method)
      throws ReflectiveOperationException, IOException {
    CallCounting counting = new CallCounting(instrumentation, type, method);
    // loads the classes that the transformer needs before it is registered
    List<Class<?>> loaded = counting.missing();
    instrumentation.addTransformer(counting.transformer, true);
    try {
      counting.transform(loaded);
      // classes that weaving itself has loaded were not transformed
      counting.transform(counting.missing());
    } catch (RuntimeException | Error e) {
      counting.close();
      throw e;
    }
    return counting;
  }

  /**
   * Creates a recording of the calls that the current thread makes from {@link
   * CallRecording#start()} on.
   *
   * @throws ReflectiveOperationException if the counter cannot be created
   */
  public CallRecording record() throws ReflectiveOperationException, IOException {
    return CallRecording.of(RecorderClass.CALLS.get(), type);
  }

  /**
   * Returns whether calls of a method cannot be counted: it is native, or the JVM may replace it by
   * instructions of its own (an intrinsic). The JDK marks intrinsics, and HotSpot checks at startup
   * that all are marked. The interpreter never runs the bytecode of some, and compiled callers do
   * not call the others.
   *
   * <p>A trial call would not show it: most intrinsics are replaced only after thousands of calls,
   * and a call may need an object or change one.
   */
  public static boolean isUncountable(Method method) {
    return Modifier.isNative(method.getModifiers())
        || Arrays.stream(method.getDeclaredAnnotations())
            .anyMatch(found -> found.annotationType().getName().equals(CountedMethods.INTRINSIC));
  }

  /**
   * Returns the names of classes and methods whose calls are not counted, in order, including
   * classes that were loaded since.
   */
  public Set<String> skipped() {
    Set<String> names = new TreeSet<>();
    for (Class<?> related : related()) {
      @Nullable Set<String> known = uncountable.get(LoadedClass.of(related));
      if (known != null) {
        names.addAll(known);
      } else if (methods.mayBeIn(related)) {
        names.add(label(related));
      }
    }
    return names;
  }

  private static String label(Class<?> type) {
    String name = type.getName();
    int lambda = name.indexOf("$$Lambda");
    return lambda < 0 ? name : "a lambda or method reference in " + name.substring(0, lambda);
  }

  /** Restores the classes. */
  @Override
  public void close() {
    instrumentation.removeTransformer(transformer);
    List<Class<?>> changed = new ArrayList<>();
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (woven.contains(LoadedClass.of(loaded))) {
        changed.add(loaded);
      }
    }
    retransforming.apply(new IdentityTransformer(type -> true), changed);
  }

  /** Returns the loaded classes that are still to be transformed. */
  private List<Class<?>> missing() {
    List<Class<?>> missing = new ArrayList<>();
    for (Class<?> related : related()) {
      boolean done = uncountable.containsKey(LoadedClass.of(related));
      if (!done && instrumentation.isModifiableClass(related)) {
        missing.add(related);
      }
    }
    return missing;
  }

  private void transform(List<Class<?>> types) {
    chosen.addAll(types);
    retransforming.apply(types);
  }

  /** Returns the type, its loaded subtypes, and all supertypes of these. */
  private Set<Class<?>> related() {
    Set<Class<?>> found = new LinkedHashSet<>();
    addWithSupertypes(type, found);
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (type.isAssignableFrom(loaded)) {
        addWithSupertypes(loaded, found);
      }
    }
    return found;
  }

  private static void addWithSupertypes(@Nullable Class<?> type, Set<Class<?>> found) {
    if (type != null && type != Object.class && found.add(type)) {
      addWithSupertypes(type.getSuperclass(), found);
      for (Class<?> above : type.getInterfaces()) {
        addWithSupertypes(above, found);
      }
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
      if (internalName == null || (redefined != null && !chosen.contains(redefined))) {
        return null;
      }
      LoadedClass loaded = new LoadedClass(loader, internalName.replace('/', '.'));
      try {
        ClassFile file = ClassWeaver.read(bytes);
        byte[] named =
            loader != null && ParameterNames.restore(file, loader) ? ClassWeaver.write(file) : null;
        uncountable.put(loaded, methods.uncountable(file));
        boolean inherited = redefined != null && redefined.isAssignableFrom(type);
        if (!methods.weave(file, inherited)) {
          return named;
        }
        byte[] counted = ClassWeaver.write(file);
        woven.add(loaded);
        return counted;
      } catch (BadBytecode | IOException | RuntimeException e) {
        uncountable.put(loaded, Set.of(loaded.name()));
        return null;
      }
    }
  }
}
