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
import dev.tare.internal.agent.weave.VariableArity;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.ClassFile;
import javax.management.JMException;
import org.jspecify.annotations.Nullable;

/**
 * The selected classes with hooks in them, for as long as this is open.
 *
 * <p>First the classes that are loaded are woven, and those that are loaded until {@link #settle()}
 * as they come. From then on nothing is transformed any more, since a transformer allocates on the
 * thread that loads a class. Closing gives all of them back their own code.
 */
public final class Weaving implements AutoCloseable {

  private final Instrumentation instrumentation;
  private final ClassSelection choice;
  private final Sites sites;
  private final RecorderClass hooks;
  private final Class<?> recorder;
  private final Set<LoadedClass> woven = ConcurrentHashMap.newKeySet();
  private final Set<LoadedClass> named = ConcurrentHashMap.newKeySet();
  private final Map<Optional<ClassLoader>, VariableArity> methods = new ConcurrentHashMap<>();
  private final Set<String> skipped = new ConcurrentSkipListSet<>();
  private final ClassFileTransformer transformer;
  private final Retransformation retransforming;
  private @Nullable OptimizerExclusion exclusion;

  private Weaving(
      Instrumentation instrumentation, ClassSelection choice, RecorderClass hooks, int firstSite)
      throws ReflectiveOperationException, IOException {
    this.instrumentation = instrumentation;
    this.choice = choice;
    this.hooks = hooks;
    this.recorder = hooks.get();
    this.sites = new Sites(firstSite);
    this.transformer = hooks.around(new Transformer());
    this.retransforming =
        new Retransformation(instrumentation, refused -> skipped.add(refused.getName()));
  }

  /**
   * Weaves the layers of tests, and excludes them from C2, which would remove allocations: those of
   * the application, and of libraries if they are woven too.
   *
   * @throws ReflectiveOperationException if the recorder cannot be defined
   * @throws JMException if this JVM takes no compiler directives
   */
  public static Weaving open(Instrumentation instrumentation, ClassOrigins layers)
      throws ReflectiveOperationException, IOException, JMException {
    Weaving weaving = new Weaving(instrumentation, layers, RecorderClass.TESTS, 1);
    weaving.exclusion =
        OptimizerExclusion.of(
            weaving.chosenClasses().stream().filter(type -> !isOfJdk(layers, type)).toList());
    return weaving.weave();
  }

  private static boolean isOfJdk(ClassOrigins layers, Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return loader == null
        || layers.layer(type.getName(), loader, type.getProtectionDomain()) == ClassOrigin.JDK;
  }

  /**
   * Weaves the layers of tests to time calls.
   *
   * @throws ReflectiveOperationException if the timer cannot be defined
   */
  public static Weaving ofCalls(Instrumentation instrumentation, ClassOrigins layers)
      throws ReflectiveOperationException, IOException {
    return open(instrumentation, layers, RecorderClass.TIMES, 1);
  }

  /**
   * Weaves the classes of a choice.
   *
   * @param firstSite the number of the first site, beyond those in methods that still run
   */
  public static Weaving open(
      Instrumentation instrumentation, ClassSelection choice, RecorderClass hooks, int firstSite)
      throws ReflectiveOperationException, IOException {
    return new Weaving(instrumentation, choice, hooks, firstSite).weave();
  }

  private Weaving weave() {
    instrumentation.addTransformer(transformer, true);
    try {
      retransforming.apply(chosenClasses());
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
    return this;
  }

  /** Classes that are loaded from now on stay as they are. */
  public void settle() {
    instrumentation.removeTransformer(transformer);
  }

  /**
   * A recording of what the calling thread and others allocate, by site.
   *
   * @param counter answers as a long what the thread that asks has allocated so far
   */
  public SiteRecording record(Number counter, OtherThreads others)
      throws ReflectiveOperationException {
    return SiteRecording.of(recorder, sites.all(), counter, instrumentation::getObjectSize, others);
  }

  /**
   * Times of calls that the calling thread makes, of what has been woven so far with {@link
   * #ofCalls(Instrumentation, Layers)}.
   *
   * @param counter answers as a long what that thread has allocated so far
   */
  public CallTimes time(Number counter) throws ReflectiveOperationException {
    return CallTimes.of(recorder, sites.all(), counter);
  }

  /** The sites so far, none in particular first. */
  List<Site> sites() {
    return sites.all();
  }

  /** How many classes are woven so far. */
  int classes() {
    return woven.size();
  }

  /** The names of the classes and methods that could not be woven, in order. */
  public Set<String> skipped() {
    return new TreeSet<>(skipped);
  }

  /** Undoes it. */
  @Override
  public void close() {
    settle();
    if (exclusion != null) {
      exclusion.close();
    }
    retransforming.apply(
        new IdentityTransformer(type -> named.contains(LoadedClass.of(type))),
        chosenClasses().stream().filter(type -> woven.contains(LoadedClass.of(type))).toList());
  }

  private List<Class<?>> chosenClasses() {
    List<Class<?>> found = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (choice.includes(type) && instrumentation.isModifiableClass(type)) {
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
        return choice.includes(name, loader, domain)
            ? woven(new LoadedClass(loader, name), choice.layer(name, loader, domain), bytes)
            : null;
      } catch (BadBytecode | IOException | RuntimeException e) {
        skipped.add(name);
        return null;
      }
    }

    private VariableArity methods(@Nullable ClassLoader loader) {
      return methods.computeIfAbsent(
          Optional.ofNullable(loader), found -> new VariableArity(found.orElse(null)));
    }

    private byte @Nullable [] woven(LoadedClass loaded, ClassOrigin layer, byte[] bytes)
        throws BadBytecode, IOException {
      ClassFile file = ClassWeaver.read(bytes);
      // the JDK is compiled without the names
      if (layer != ClassOrigin.JDK && ParameterNames.restore(file, loaded.loader())) {
        named.add(loaded);
      }
      if (!new ClassWeaver(sites, hooks, skipped::add)
          .weave(file, layer, methods(loaded.loader()))) {
        return null;
      }
      byte[] hooked = ClassWeaver.write(file);
      woven.add(loaded);
      return hooked;
    }
  }
}
