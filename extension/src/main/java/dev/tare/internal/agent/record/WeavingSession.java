package dev.tare.internal.agent.record;

import dev.tare.internal.agent.weave.ClassIdentity;
import dev.tare.internal.agent.weave.ClassOrigin;
import dev.tare.internal.agent.weave.ClassOrigins;
import dev.tare.internal.agent.weave.ClassSelection;
import dev.tare.internal.agent.weave.CodeSite;
import dev.tare.internal.agent.weave.MethodWeaver;
import dev.tare.internal.agent.weave.NamePatterns;
import dev.tare.internal.agent.weave.OtherAgents;
import dev.tare.internal.agent.weave.RecorderClass;
import dev.tare.internal.agent.weave.Sites;
import java.io.IOException;
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
import java.util.function.Predicate;
import java.util.stream.Stream;
import javassist.bytecode.AccessFlag;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.ClassFile;
import javassist.bytecode.MethodInfo;
import org.jspecify.annotations.Nullable;

/**
 * Selected classes with hooks, until this is closed, and the recordings that the hooks fill. In a
 * JVM, only one session can be open for tests, and one for all threads.
 */
public final class WeavingSession implements AutoCloseable {

  private final Instrumentation instrumentation;
  private final ClassSelection selection;
  private final RecorderClass recorder;
  private final boolean lines;
  private final Sites sites;
  private final Map<ClassIdentity, Set<String>> called = new ConcurrentHashMap<>();
  private final Set<String> skipped = new ConcurrentSkipListSet<>();
  private final WovenClasses classes;

  /**
   * @param lines whether lines and the objects that they create are recorded, or methods only
   * @param firstSite the position of the first site; larger than that of sites in methods that
   *     still run
   */
  private WeavingSession(
      Instrumentation instrumentation,
      ClassSelection selection,
      RecorderClass recorder,
      boolean lines,
      int firstSite)
      throws ReflectiveOperationException, IOException {
    this.instrumentation = instrumentation;
    this.selection = selection;
    this.recorder = recorder;
    this.lines = lines;
    this.sites = new Sites(firstSite);
    try {
      this.classes = WovenClasses.open(instrumentation, new SitePlan());
    } catch (ReflectiveOperationException | IOException | RuntimeException | Error e) {
      release();
      throw e;
    }
  }

  /**
   * Weaves the selected classes for recording allocation.
   *
   * @throws IllegalStateException if another session is open
   * @throws ReflectiveOperationException if the recorder cannot be defined
   */
  public static WeavingSession open(Instrumentation instrumentation, ClassSelection selection)
      throws ReflectiveOperationException, IOException {
    return open(instrumentation, selection, RecorderClass.TESTS, true)
        .orElseThrow(IllegalStateException::new);
  }

  /**
   * Weaves the classes of the given origins for timing calls.
   *
   * @throws IllegalStateException if another session is open
   * @throws ReflectiveOperationException if the recorder cannot be defined
   */
  public static WeavingSession ofCalls(Instrumentation instrumentation, ClassOrigins origins)
      throws ReflectiveOperationException, IOException {
    return open(instrumentation, origins, RecorderClass.TESTS, false)
        .orElseThrow(IllegalStateException::new);
  }

  /**
   * Weaves the selected classes for recording all threads; beside a session for a test.
   *
   * @param lines whether lines and the objects that they create are recorded, or methods only
   * @return empty if another session for all threads is open
   * @throws ReflectiveOperationException if the recorder cannot be defined
   */
  public static Optional<WeavingSession> ofAllThreads(
      Instrumentation instrumentation, NamePatterns patterns, boolean lines)
      throws ReflectiveOperationException, IOException {
    return open(instrumentation, patterns, RecorderClass.ALL_THREADS, lines);
  }

  private static Optional<WeavingSession> open(
      Instrumentation instrumentation,
      ClassSelection selection,
      RecorderClass recorder,
      boolean lines)
      throws ReflectiveOperationException, IOException {
    int firstSite = (int) recorder.copy().getMethod("reserve").invoke(null);
    if (firstSite < 0) {
      return Optional.empty();
    }
    return Optional.of(new WeavingSession(instrumentation, selection, recorder, lines, firstSite));
  }

  private void release() {
    try {
      recorder.copy().getMethod("release", int.class).invoke(null, sites.size());
    } catch (ReflectiveOperationException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Weaves the methods that may have allocated what a recording could not attribute to objects:
   * those that were called at its sites.
   *
   * @param everything selects the classes that may be woven
   * @return whether any methods were woven that were not before
   */
  public boolean weaveCalled(List<SiteShare> shares, ClassSelection everything) {
    List<CodeSite> callers =
        shares.stream()
            .filter(share -> share.bytes() > 0)
            .map(SiteShare::site)
            .filter(site -> !site.createsObjects() && !site.equals(CodeSite.ELSEWHERE))
            .toList();
    List<Class<?>> loaded =
        Stream.<Class<?>>of(instrumentation.getAllLoadedClasses())
            .filter(type -> type.isHidden() || instrumentation.isModifiableClass(type))
            .toList();
    List<Class<?>> changed = addCalled(new CalledClasses(loaded, everything).at(callers));
    classes.weave(changed);
    return !changed.isEmpty();
  }

  /**
   * Adds methods of classes that are not selected. They get the hooks of libraries, also in the
   * JDK, so that a recording shows which of their calls allocate.
   *
   * @return the classes with methods that were not added before
   */
  private List<Class<?>> addCalled(Map<Class<?>, Set<String>> methods) {
    List<Class<?>> changed = new ArrayList<>();
    methods.forEach(
        (type, names) -> {
          if (selection.includes(type)) {
            return; // all its methods are woven
          }
          Set<String> known =
              called.computeIfAbsent(
                  ClassIdentity.of(type), added -> ConcurrentHashMap.newKeySet());
          if (!known.contains(CalledClasses.ALL) && known.addAll(names)) {
            changed.add(type);
          }
        });
    return changed;
  }

  /** Ends the weaving of newly loaded classes. */
  public void stopWeaving() {
    classes.stopWeaving();
  }

  /**
   * Creates a recording of the bytes that the calling thread and others allocate.
   *
   * @param counter returns as a long the bytes that the calling thread has allocated so far
   * @param leastSize the size of the smallest object to count, in bytes
   */
  public CallTreeRecording record(Number counter, OtherThreads others, long leastSize)
      throws ReflectiveOperationException, IOException {
    return new CallTreeRecording(
        recorder, sites, counter, null, instrumentation::getObjectSize, others, leastSize);
  }

  /**
   * Creates a recording of the times of the calls that the calling thread and others make.
   *
   * @param counter returns as a long the bytes that the calling thread has allocated so far; null
   *     to leave bytes out
   */
  public CallTimes time(@Nullable Number counter) throws ReflectiveOperationException, IOException {
    return new CallTimes(
        new CallTreeRecording(
            recorder,
            sites,
            counter,
            System::nanoTime,
            instrumentation::getObjectSize,
            OtherThreads.EVERY,
            1));
  }

  /** Returns the number of classes woven so far. */
  public int classes() {
    return classes.count();
  }

  /** Returns the names of the classes and methods that could not be woven, sorted. */
  public Set<String> skipped() {
    return new TreeSet<>(skipped);
  }

  /** Restores the classes. */
  @Override
  public void close() {
    try {
      classes.close();
    } finally {
      release();
    }
  }

  /** Hooks in all methods of the selected classes, and in the called ones of others. */
  private final class SitePlan implements HookPlan {

    @Override
    public RecorderClass recorder() {
      return recorder;
    }

    @Override
    public List<Class<?>> selected(Class<?>[] loaded) {
      return Stream.<Class<?>>of(loaded).filter(selection::includes).toList();
    }

    @Override
    public boolean includes(ClassIdentity type, @Nullable ProtectionDomain domain) {
      return selection.origin(type, domain).isPresent();
    }

    @Override
    public boolean weave(ClassIdentity type, @Nullable ProtectionDomain domain, ClassFile file)
        throws BadBytecode {
      Set<String> names = called.get(type);
      return names == null
          ? weave(
              file,
              selection.origin(type, domain).orElseThrow(),
              method -> selection.includesMethod(type.name(), method))
          : weave(file, ClassOrigin.LIBRARIES, method -> CalledClasses.includes(names, method));
    }

    private boolean weave(ClassFile file, ClassOrigin origin, Predicate<String> selected)
        throws BadBytecode {
      boolean woven = false;
      List<MethodInfo> methods = file.getMethods();
      for (MethodInfo method : methods) {
        if (method.getCodeAttribute() != null
            && selected.test(method.getName())
            && (lines || isCounted(file, method))) {
          MethodWeaver weaver = new MethodWeaver(file, method, recorder, sites, origin, lines);
          if (weaver.canWeave()) {
            woven |= weaver.weave();
          } else {
            skipped.add(file.getName() + "." + method.getName() + "()");
          }
        }
      }
      return woven;
    }

    /**
     * Returns whether calls of a method count: not those of bridges, which call a method of the
     * same name, and of methods that another agent has added.
     */
    private static boolean isCounted(ClassFile file, MethodInfo method) {
      return (method.getAccessFlags() & AccessFlag.BRIDGE) == 0
          && OtherAgents.label(file.getName(), method.getName()).isEmpty();
    }

    @Override
    public void failed(ClassIdentity type) {
      skipped.add(type.name());
    }
  }
}
