package dev.tare.internal.heap.walk;

import dev.tare.heap.Holder;
import dev.tare.heap.Holder.RootKind;
import dev.tare.internal.heap.memory.ClassShape;
import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.walk.HolderWalk.HolderTally;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Search for the roots that share objects with a value: it walks from one root after the other.
 *
 * <p>Threads and class loaders are roots of their own, even if an earlier root refers to them.
 */
public final class HolderSearch {

  private final HolderWalk walk;

  /** Shape of class objects. */
  private final ClassShape classShape;

  private final HeapRoots roots;
  private final List<Holder> holders = new ArrayList<>();

  /**
   * Returns the roots that reach any object of the value, the largest first.
   *
   * @param constants objects of the value that call sites hold, by the name of their class
   */
  public static List<Holder> of(
      HolderWalk walk, ClassShapes shapes, HeapRoots roots, Map<String, List<Object>> constants) {
    HolderSearch search = new HolderSearch(walk, shapes.of(Object.class), roots);
    search.walk();
    constants.forEach(
        (type, held) -> search.add(RootKind.CONSTANT, walk.walkFrom(held.toArray()), () -> type));
    return search.holders.stream().sorted(largestFirst()).toList();
  }

  private HolderSearch(HolderWalk walk, ClassShape classShape, HeapRoots roots) {
    this.walk = walk;
    this.classShape = classShape;
    this.roots = roots;
  }

  private static Comparator<Holder> largestFirst() {
    return Comparator.<Holder>comparingLong(holder -> holder.size().bytes())
        .thenComparingLong(holder -> holder.references().items())
        .reversed();
  }

  private void walk() {
    roots.threads().forEach(walk::skip);
    roots.loaders().forEach(walk::skip);
    for (Object root : roots.roots()) {
      add(RootKind.EXTRA_ROOT, walk.walkFrom(root), () -> ClassShape.className(root.getClass()));
    }
    addStaticFields(roots.statics());
    for (Thread thread : roots.threads()) {
      add(RootKind.THREAD, walk.walkFromSkipped(thread), () -> RootReference.name(thread));
    }
    addStaticFields(roots.staticsOfTheJdk());
    for (ClassLoader loader : roots.loaders()) {
      add(
          RootKind.CLASS_LOADER,
          walk.walkFromSkipped(loader),
          () -> ClassShape.className(loader.getClass()));
    }
    addClasses();
  }

  private void addStaticFields(List<Field> fields) {
    for (Field field : fields) {
      HolderTally tally =
          walk.walkFrom(ObjectMemory.staticHolder(field), ObjectMemory.staticOffset(field));
      add(
          RootKind.STATIC_FIELD,
          tally,
          () -> ClassShape.className(field.getDeclaringClass()) + "." + field.getName());
    }
  }

  private void addClasses() {
    for (Class<?> type : roots.classes()) {
      for (long offset : classShape.offsets) {
        add(RootKind.CLASS, walk.walkFrom(type, offset), () -> ClassShape.className(type));
      }
    }
  }

  private void add(RootKind kind, HolderTally tally, Supplier<String> name) {
    if (tally.references > 0 || tally.objects > 0) {
      holders.add(
          new Holder(
              kind,
              name.get(),
              new Count(tally.objects),
              new DataSize(tally.bytes),
              new Count(tally.references)));
    }
  }
}
