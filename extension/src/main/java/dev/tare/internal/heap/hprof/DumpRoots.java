package dev.tare.internal.heap.hprof;

import dev.tare.heap.Holder.RootKind;
import dev.tare.internal.heap.hprof.DumpClass.Static;
import dev.tare.internal.heap.hprof.DumpMark.Role;
import java.util.ArrayList;
import java.util.List;

/**
 * Roots of a heap dump, in the order in which they are searched: first those that a walk through
 * the heap sees, in its order, then constants, local variables, JNI references and monitors.
 */
final class DumpRoots {

  /** Name of a class's array of resolved constants, as HotSpot writes it. */
  static final String CONSTANTS = "<resolved_references>";

  static final String INTERNAL = "<";

  private final DumpOutline outline;
  private final DumpClasses classes;

  DumpRoots(DumpOutline outline, DumpClasses classes) {
    this.outline = outline;
    this.classes = classes;
  }

  /** Returns the roots that a walk through the heap starts from too. */
  List<DumpRoot> walked() {
    List<DumpRoot> roots = new ArrayList<>();
    statics(false, roots);
    outline.roots.stream()
        .filter(root -> root.kind() == HprofVisitor.RootTag.THREAD)
        .forEach(root -> roots.add(DumpRoot.of(RootKind.THREAD, root.objectId())));
    statics(true, roots);
    outline
        .ids(Role.PERMANENT_LOADER)
        .forEach(id -> roots.add(DumpRoot.of(RootKind.CLASS_LOADER, id)));
    for (DumpClass type : classes.all()) {
      if (type.permanent) {
        roots.add(DumpRoot.of(RootKind.CLASS, type.id));
      }
    }
    return roots;
  }

  private void statics(boolean ofTheJdk, List<DumpRoot> roots) {
    for (DumpClass type : classes.all()) {
      if (type.permanent && type.ofTheJdk == ofTheJdk && !classes.isOfTare(type)) {
        for (Static field : type.statics) {
          if (field.value() != 0 && !outline.texts.get(field.name()).startsWith(INTERNAL)) {
            roots.add(
                new DumpRoot(RootKind.STATIC_FIELD, type.id, field.name(), field.value(), 0, -1));
          }
        }
      }
    }
  }

  /** Returns the roots that only a dump has. */
  List<DumpRoot> dumped() {
    List<DumpRoot> roots = new ArrayList<>();
    constants(roots);
    for (HprofVisitor.RootTag kind : HprofVisitor.RootTag.values()) {
      for (DumpOutline.Root root : outline.roots) {
        if (root.kind() == kind && kind != HprofVisitor.RootTag.THREAD) {
          roots.add(
              new DumpRoot(published(kind), 0, 0, root.objectId(), root.thread(), root.number()));
        }
      }
    }
    return roots;
  }

  private void constants(List<DumpRoot> roots) {
    for (DumpClass type : classes.all()) {
      if (type.permanent && !classes.isOfTare(type)) {
        for (Static field : type.statics) {
          if (field.value() != 0 && outline.texts.is(field.name(), CONSTANTS)) {
            roots.add(new DumpRoot(RootKind.CONSTANT, type.id, field.name(), field.value(), 0, -1));
          }
        }
      }
    }
  }

  private static RootKind published(HprofVisitor.RootTag kind) {
    return switch (kind) {
      case THREAD -> RootKind.THREAD;
      case FRAME -> RootKind.LOCAL_VARIABLE;
      case JNI_LOCAL, JNI_GLOBAL -> RootKind.JNI_REFERENCE;
      case MONITOR -> RootKind.MONITOR;
      case STICKY_CLASS -> RootKind.CLASS;
      case OTHER -> RootKind.JVM;
    };
  }
}
