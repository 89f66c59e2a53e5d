package dev.tare.internal.agent.record;

import dev.tare.internal.agent.weave.ClassIdentity;
import dev.tare.internal.agent.weave.ClassOrigin;
import dev.tare.internal.agent.weave.ClassSelection;
import dev.tare.internal.agent.weave.ClassWeaver;
import dev.tare.internal.agent.weave.CodeSite;
import dev.tare.internal.agent.weave.RecorderClass;
import dev.tare.internal.agent.weave.Sites;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Predicate;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.ClassFile;
import org.jspecify.annotations.Nullable;

/** Hooks in all methods of the selected classes, numbered by site or method. */
final class SitePlan implements HookPlan {

  private final ClassSelection selection;
  private final RecorderClass recorder;
  private final boolean lines;
  private final Sites sites;
  private final Map<ClassIdentity, Set<String>> called = new ConcurrentHashMap<>();
  private final Set<String> skipped = new ConcurrentSkipListSet<>();

  /**
   * @param lines whether lines and the objects that they create are recorded, or methods only
   * @param firstSite the position of the first site; larger than that of sites in methods that
   *     still run
   */
  SitePlan(ClassSelection selection, RecorderClass recorder, boolean lines, int firstSite) {
    this.selection = selection;
    this.recorder = recorder;
    this.lines = lines;
    this.sites = new Sites(firstSite);
  }

  /**
   * Adds methods of classes that are not selected. They get the hooks of libraries, also in the
   * JDK, so that a recording shows which of their calls allocate.
   *
   * @return the classes with methods that were not added before
   */
  List<Class<?>> addCalled(Map<Class<?>, Set<String>> methods) {
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

  /** Returns the number of sites woven so far. */
  int sites() {
    return sites.size();
  }

  /** Returns the site of a number in a hook. */
  CodeSite site(int number) {
    return sites.get(number);
  }

  /** Returns the names of the classes and methods that could not be woven, sorted. */
  Set<String> skipped() {
    return new TreeSet<>(skipped);
  }

  @Override
  public RecorderClass recorder() {
    return recorder;
  }

  @Override
  public List<Class<?>> selected(Class<?>[] loaded) {
    List<Class<?>> selected = new ArrayList<>();
    for (Class<?> type : loaded) {
      if (selection.includes(type)) {
        selected.add(type);
      }
    }
    return selected;
  }

  @Override
  public boolean includes(ClassIdentity type, @Nullable ProtectionDomain domain) {
    return selection.includes(type.name(), type.loader(), domain);
  }

  @Override
  public boolean weave(ClassIdentity type, @Nullable ProtectionDomain domain, ClassFile file)
      throws BadBytecode {
    Set<String> calledMethods = called.get(type);
    return calledMethods == null
        ? weaver(method -> selection.includesMethod(type.name(), method))
            .weave(file, selection.origin(type.name(), type.loader(), domain))
        : weaver(method -> CalledClasses.includes(calledMethods, method))
            .weave(file, ClassOrigin.LIBRARIES);
  }

  private ClassWeaver weaver(Predicate<String> methods) {
    return new ClassWeaver(methods, sites, recorder, lines, skipped::add);
  }

  @Override
  public void failed(ClassIdentity type) {
    skipped.add(type.name());
  }
}
