package dev.tare.internal.heap.hprof;

import dev.tare.heap.Holder.RootKind;
import dev.tare.internal.heap.hprof.DumpClass.StaticField;
import dev.tare.internal.heap.hprof.DumpMark.Role;
import java.util.ArrayList;
import java.util.List;

/**
 * Roots of a heap dump in the order of the search: first those that a walk in this JVM starts from,
 * in the order of the walk, then constants, local variables, JNI references and monitors.
 */
final class DumpRoots {

  /** Name that HotSpot writes for the array of a class's resolved constants. */
  static final String CONSTANTS = "<resolved_references>";

  /** Prefix of the names of static fields that HotSpot adds to a class. */
  static final String INTERNAL_PREFIX = "<";

  private final DumpOutline outline;
  private final DumpClasses classes;

  DumpRoots(DumpOutline outline, DumpClasses classes) {
    this.outline = outline;
    this.classes = classes;
  }

  /** Returns the roots that a walk in this JVM starts from too. */
  List<DumpRoot> walkRoots() {
    List<DumpRoot> roots = new ArrayList<>();
    addStaticFields(false, roots);
    outline.roots.stream()
        .filter(root -> root.tag() == HprofVisitor.RootTag.THREAD)
        .forEach(root -> roots.add(DumpRoot.of(RootKind.THREAD, root.objectId())));
    addStaticFields(true, roots);
    outline
        .ids(Role.PERMANENT_LOADER)
        .forEach(id -> roots.add(DumpRoot.of(RootKind.CLASS_LOADER, id)));
    for (DumpClass type : classes.all()) {
      if (type.isPermanent) {
        roots.add(DumpRoot.of(RootKind.CLASS, type.id));
      }
    }
    return roots;
  }

  private void addStaticFields(boolean ofTheJdk, List<DumpRoot> roots) {
    for (DumpClass type : classes.all()) {
      if (type.isPermanent && type.isJdkClass == ofTheJdk && !classes.isOfTare(type)) {
        for (StaticField field : type.statics) {
          if (field.value() != 0
              && !outline.symbols.get(field.nameId()).startsWith(INTERNAL_PREFIX)) {
            roots.add(
                new DumpRoot(RootKind.STATIC_FIELD, type.id, field.nameId(), field.value(), 0, -1));
          }
        }
      }
    }
  }

  /** Returns the roots that only a dump shows. */
  List<DumpRoot> dumpOnlyRoots() {
    List<DumpRoot> roots = new ArrayList<>();
    addConstants(roots);
    for (HprofVisitor.RootTag tag : HprofVisitor.RootTag.values()) {
      for (DumpOutline.Root root : outline.roots) {
        if (root.tag() == tag && tag != HprofVisitor.RootTag.THREAD) {
          roots.add(
              new DumpRoot(
                  kindOf(tag), 0, 0, root.objectId(), root.threadSerial(), root.stackOrFrame()));
        }
      }
    }
    return roots;
  }

  private void addConstants(List<DumpRoot> roots) {
    for (DumpClass type : classes.all()) {
      if (type.isPermanent && !classes.isOfTare(type)) {
        for (StaticField field : type.statics) {
          if (field.value() != 0 && outline.symbols.matches(field.nameId(), CONSTANTS)) {
            roots.add(
                new DumpRoot(RootKind.CONSTANT, type.id, field.nameId(), field.value(), 0, -1));
          }
        }
      }
    }
  }

  private static RootKind kindOf(HprofVisitor.RootTag tag) {
    return switch (tag) {
      case THREAD -> RootKind.THREAD;
      case FRAME -> RootKind.LOCAL_VARIABLE;
      case JNI_LOCAL, JNI_GLOBAL -> RootKind.JNI_REFERENCE;
      case MONITOR -> RootKind.MONITOR;
      case STICKY_CLASS -> RootKind.CLASS;
      case OTHER -> RootKind.JVM;
    };
  }
}
