package dev.tare.internal.agent.record;

import dev.tare.internal.agent.Retransformation;
import dev.tare.internal.agent.jit.OptimizerExclusion;
import dev.tare.internal.agent.weave.ClassOrigin;
import dev.tare.internal.agent.weave.ClassOrigins;
import dev.tare.internal.agent.weave.ClassSelection;
import dev.tare.internal.agent.weave.ClassWeaver;
import dev.tare.internal.agent.weave.IdentityTransformer;
import dev.tare.internal.agent.weave.LoadedClass;
import dev.tare.internal.agent.weave.ParameterNames;
import dev.tare.internal.agent.weave.RecorderClass;
import dev.tare.internal.agent.weave.Site;
import dev.tare.internal.agent.weave.Sites;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.ClassFile;
import javax.management.JMException;
import org.jspecify.annotations.Nullable;

/**
 * Weaves hooks into the selected classes while this is open.
 *
 * <p>Loaded classes are woven at once, other classes when they are loaded, until {@link #settle()}.
 * From then on no class is transformed, because a transformer allocates on the thread that loads a
 * class. Closing restores all classes.
 */
public final class Weaving implements AutoCloseable {

  private final Instrumentation instrumentation;
  private final ClassSelection selection;
  private final Sites sites;
  private final RecorderClass hooks;
  private final Class<?> recorder;
  private final Set<LoadedClass> woven = ConcurrentHashMap.newKeySet();
  private final Set<LoadedClass> named = ConcurrentHashMap.newKeySet();
  private final Set<String> skipped = new ConcurrentSkipListSet<>();
  private final ClassFileTransformer transformer;
  private final Retransformation retransforming;
  private @Nullable OptimizerExclusion exclusion;

  private Weaving(
      Instrumentation instrumentation, ClassSelection selection, RecorderClass hooks, int firstSite)
      throws ReflectiveOperationException, IOException {
    this.instrumentation = instrumentation;
    this.selection = selection;
    this.hooks = hooks;
    this.recorder = hooks.get();
    this.sites = new Sites(firstSite);
    this.transformer = hooks.around(new Transformer());
    this.retransforming =
        new Retransformation(instrumentation, refused -> skipped.add(refused.getName()));
  }

  /**
   * Weaves the classes of the given origins for recording allocation, and excludes those of the
   * application and libraries from C2, which would remove allocations.
   *
   * @throws ReflectiveOperationException if the recorder cannot be defined
   * @throws JMException if this JVM accepts no compiler directives
   */
  public static Weaving open(Instrumentation instrumentation, ClassOrigins origins)
      throws ReflectiveOperationException, IOException, JMException {
    Weaving weaving = new Weaving(instrumentation, origins, RecorderClass.TESTS, 1);
    weaving.exclusion =
        OptimizerExclusion.of(
            weaving.selectedClasses().stream().filter(type -> !isJdkClass(origins, type)).toList());
    return weaving.weave();
  }

  private static boolean isJdkClass(ClassOrigins origins, Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return loader == null
        || origins.origin(type.getName(), loader, type.getProtectionDomain()) == ClassOrigin.JDK;
  }

  /**
   * Weaves the classes of the given origins for timing calls.
   *
   * @throws ReflectiveOperationException if the timer cannot be defined
   */
  public static Weaving ofCalls(Instrumentation instrumentation, ClassOrigins origins)
      throws ReflectiveOperationException, IOException {
    return open(instrumentation, origins, RecorderClass.TIMES, 1);
  }

  /**
   * Weaves the selected classes.
   *
   * @param firstSite the number of the first site; larger than the numbers in methods that still
   *     run
   */
  public static Weaving open(
      Instrumentation instrumentation, ClassSelection selection, RecorderClass hooks, int firstSite)
      throws ReflectiveOperationException, IOException {
    return new Weaving(instrumentation, selection, hooks, firstSite).weave();
  }

  private Weaving weave() {
    instrumentation.addTransformer(transformer, true);
    try {
      retransforming.apply(selectedClasses());
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
    return this;
  }

  /** Ends the weaving of newly loaded classes. */
  public void settle() {
    instrumentation.removeTransformer(transformer);
  }

  /**
   * Creates a recording of the bytes that the calling thread and others allocate, by site.
   *
   * @param counter returns as a long the bytes that the calling thread has allocated so far
   */
  public SiteRecording record(Number counter, OtherThreads others)
      throws ReflectiveOperationException {
    return SiteRecording.of(recorder, sites.all(), counter, instrumentation::getObjectSize, others);
  }

  /**
   * Creates a recording of the times of calls that the calling thread makes, in classes woven by
   * {@link #ofCalls(Instrumentation, ClassOrigins)}.
   *
   * @param counter returns as a long the bytes that the calling thread has allocated so far
   */
  public CallTimes time(Number counter) throws ReflectiveOperationException {
    return CallTimes.of(recorder, sites.all(), counter);
  }

  /** Returns the sites so far; the first element is {@link Site#ELSEWHERE}. */
  List<Site> sites() {
    return sites.all();
  }

  /** Returns the number of classes woven so far. */
  int classes() {
    return woven.size();
  }

  /** Returns the names of the classes and methods that could not be woven, in order. */
  public Set<String> skipped() {
    return new TreeSet<>(skipped);
  }

  /** Restores the classes. */
  @Override
  public void close() {
    settle();
    if (exclusion != null) {
      exclusion.close();
    }
    retransforming.apply(
        new IdentityTransformer(type -> named.contains(LoadedClass.of(type))),
        selectedClasses().stream().filter(type -> woven.contains(LoadedClass.of(type))).toList());
  }

  private List<Class<?>> selectedClasses() {
    List<Class<?>> found = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (selection.includes(type) && instrumentation.isModifiableClass(type)) {
        found.add(type);
      }
    }
    return found;
  }

  private final class Transformer implements ClassFileTransformer {

    @Override
    public byte @Nullable [] transform(
        @Nullable ClassLoader loader,
        @Nullable String internalName,
        @Nullable Class<?> redefined,
        @Nullable ProtectionDomain domain,
        byte[] bytes) {
      if (internalName == null) {
        return null;
      }
      String name = internalName.replace('/', '.');
      try {
        return selection.includes(name, loader, domain)
            ? woven(new LoadedClass(loader, name), selection.origin(name, loader, domain), bytes)
            : null;
      } catch (BadBytecode | IOException | RuntimeException e) {
        skipped.add(name);
        return null;
      }
    }

    private byte @Nullable [] woven(LoadedClass loaded, ClassOrigin origin, byte[] bytes)
        throws BadBytecode, IOException {
      ClassFile file = ClassWeaver.read(bytes);
      // the JDK is compiled without parameter names
      if (origin != ClassOrigin.JDK && ParameterNames.restore(file, loaded.loader())) {
        named.add(loaded);
      }
      if (!new ClassWeaver(sites, hooks, skipped::add).weave(file, origin)) {
        return null;
      }
      byte[] hooked = ClassWeaver.write(file);
      woven.add(loaded);
      return hooked;
    }
  }
}
