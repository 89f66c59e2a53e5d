package dev.tare.internal.agent.record;

import dev.tare.internal.agent.weave.ClassIdentity;
import dev.tare.internal.agent.weave.ClassSelection;
import dev.tare.internal.agent.weave.ClassWeaver;
import dev.tare.internal.agent.weave.CodeSite;
import dev.tare.internal.agent.weave.RecorderClass;
import dev.tare.internal.agent.weave.Sites;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.ClassFile;
import org.jspecify.annotations.Nullable;

/** Hooks in all methods of the selected classes, numbered by site or method. */
final class SitePlan implements HookPlan {

  private final ClassSelection selection;
  private final RecorderClass recorder;
  private final Sites sites;
  private final Set<String> skipped = new ConcurrentSkipListSet<>();

  /**
   * @param firstSite the number of the first site; larger than the numbers in methods that still
   *     run
   */
  SitePlan(ClassSelection selection, RecorderClass recorder, int firstSite) {
    this.selection = selection;
    this.recorder = recorder;
    this.sites = new Sites(firstSite);
  }

  /** Returns the sites woven so far, preceded by {@link CodeSite#ELSEWHERE}. */
  List<CodeSite> sites() {
    return sites.all();
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
    return new ClassWeaver(selection, sites, recorder, skipped::add)
        .weave(file, selection.origin(type.name(), type.loader(), domain));
  }

  @Override
  public void failed(ClassIdentity type) {
    skipped.add(type.name());
  }
}
