package dev.tare.internal.agent.record;

import dev.tare.internal.agent.record.CallTreeRecording.OtherThreads;
import dev.tare.internal.agent.weave.ClassSelection;
import dev.tare.internal.agent.weave.ClassSelection.ClassIdentity;
import dev.tare.internal.agent.weave.ClassSelection.ClassOrigin;
import dev.tare.internal.agent.weave.CodeSite;
import dev.tare.internal.agent.weave.CodeSite.Sites;
import dev.tare.internal.agent.weave.MethodWeaver;
import dev.tare.internal.agent.weave.OtherAgents;
import dev.tare.internal.agent.weave.RecorderClass;
import dev.tare.internal.agent.weave.RecorderClass.RecorderInstance;
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
public final class WeavingSession extends Weaving {

  private final ClassSelection selection;
  private final RecorderClass recorder;
  private final Class<?> copy;
  private final boolean lines;
  private final Sites sites;
  private final Map<ClassIdentity, Set<String>> called = new ConcurrentHashMap<>();
  private final Set<String> skipped = new ConcurrentSkipListSet<>();

  private WeavingSession(
      Instrumentation instrumentation,
      ClassSelection selection,
      RecorderClass recorder,
      boolean lines,
      int firstSite)
      throws ReflectiveOperationException, IOException {
    super(instrumentation, recorder);
    this.selection = selection;
    this.recorder = recorder;
    this.copy = recorder.copy();
    this.lines = lines;
    this.sites = new Sites(firstSite);
    open();
  }

  /**
   * Weaves the selected classes.
   *
   * @param recorder for the threads of a test, or beside it for all threads
   * @param lines whether lines and the objects that they create are recorded, or methods only
   * @return empty if another session for the same recorder is open
   * @throws ReflectiveOperationException if the recorder cannot be defined
   */
  public static Optional<WeavingSession> open(
      Instrumentation instrumentation,
      ClassSelection selection,
      RecorderClass recorder,
      boolean lines)
      throws ReflectiveOperationException, IOException {
    // larger than the numbers of sites in methods that still run
    int firstSite = (int) RecorderInstance.call(recorder.copy(), null, "reserve");
    return firstSite < 0
        ? Optional.empty()
        : Optional.of(new WeavingSession(instrumentation, selection, recorder, lines, firstSite));
  }

  /**
   * Weaves the methods that may have allocated what a recording could not attribute to objects:
   * those that were called at its sites.
   *
   * @param everything selects the classes that may be woven
   * @return whether any methods were woven that were not before
   */
  public boolean weaveCalled(List<CallTreeNode> shares, ClassSelection everything) {
    List<CodeSite> callers =
        shares.stream()
            .filter(share -> share.bytes() > 0)
            .map(CallTreeNode::site)
            .filter(site -> !site.createsObjects() && !site.equals(CodeSite.ELSEWHERE))
            .toList();
    List<Class<?>> loaded =
        Stream.<Class<?>>of(instrumentation.getAllLoadedClasses())
            .filter(type -> type.isHidden() || instrumentation.isModifiableClass(type))
            .toList();
    List<Class<?>> changed = addCalled(new CalledClasses(loaded, everything).at(callers));
    weave(changed);
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
  public CallTreeRecording time(@Nullable Number counter)
      throws ReflectiveOperationException, IOException {
    return new CallTreeRecording(
        recorder,
        sites,
        counter,
        System::nanoTime,
        instrumentation::getObjectSize,
        OtherThreads.EVERY,
        1);
  }

  /** Returns the names of the classes and methods that could not be woven, sorted. */
  public Set<String> skipped() {
    return new TreeSet<>(skipped);
  }

  /** Restores the classes. */
  @Override
  public void close() {
    try {
      super.close();
    } finally {
      Object unused = RecorderInstance.call(copy, null, "release", sites.size());
    }
  }

  @Override
  boolean includes(ClassIdentity type, @Nullable ProtectionDomain domain) {
    return selection.origin(type, domain).isPresent();
  }

  @Override
  boolean weave(ClassIdentity type, @Nullable ProtectionDomain domain, ClassFile file)
      throws BadBytecode {
    Set<String> names = called.get(type);
    return names == null
        ? weave(file, selection.origin(type, domain).orElseThrow(), method -> true)
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
   * Returns whether calls of a method count: not those of bridges, which call a method of the same
   * name, and of methods that another agent has added.
   */
  private static boolean isCounted(ClassFile file, MethodInfo method) {
    return (method.getAccessFlags() & AccessFlag.BRIDGE) == 0
        && OtherAgents.label(file.getName(), method.getName()).isEmpty();
  }

  @Override
  void failed(ClassIdentity type) {
    skipped.add(type.name());
  }
}
