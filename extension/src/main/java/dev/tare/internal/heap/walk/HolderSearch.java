package dev.tare.internal.heap.walk;

import dev.tare.heap.Holder;
import dev.tare.heap.Holder.Kind;
import dev.tare.internal.heap.memory.ClassShape;
import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.walk.HolderWalk.Sum;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/**
 * Marks what is held elsewhere and finds who holds it, by a walk from one root after the other.
 *
 * <p>Threads and class loaders are walked from where they stand in that order, and not when an
 * earlier root refers to them.
 */
public final class HolderSearch {

  private final HolderWalk walk;
  private final ClassShape mirror;
  private final HeapRoots elsewhere;
  private final List<Holder> holders = new ArrayList<>();

  /** Those that hold anything that the value reaches, the largest first. */
  public static List<Holder> of(HolderWalk walk, ClassShapes shapes, HeapRoots elsewhere) {
    HolderSearch search = new HolderSearch(walk, shapes.of(Object.class), elsewhere);
    search.walk();
    return search.holders.stream().sorted(largestFirst()).toList();
  }

  private HolderSearch(HolderWalk walk, ClassShape mirror, HeapRoots elsewhere) {
    this.walk = walk;
    this.mirror = mirror;
    this.elsewhere = elsewhere;
  }

  private static Comparator<Holder> largestFirst() {
    return Comparator.<Holder>comparingLong(holder -> holder.size().bytes())
        .thenComparingLong(holder -> holder.references().items())
        .reversed();
  }

  private void walk() {
    elsewhere.threads().forEach(walk::passBy);
    elsewhere.loaders().forEach(walk::passBy);
    for (Object root : elsewhere.roots()) {
      add(Kind.EXTRA_ROOT, walk.from(root), () -> ClassShape.className(root.getClass()));
    }
    statics(elsewhere.statics());
    for (Thread thread : elsewhere.threads()) {
      add(Kind.THREAD, walk.fromPassedBy(thread), () -> '"' + thread.getName() + '"');
    }
    statics(elsewhere.staticsOfTheJdk());
    for (ClassLoader loader : elsewhere.loaders()) {
      add(
          Kind.CLASS_LOADER,
          walk.fromPassedBy(loader),
          () -> ClassShape.className(loader.getClass()));
    }
    mirrors();
  }

  private void statics(List<Field> fields) {
    for (Field field : fields) {
      Sum sum = walk.from(ObjectMemory.staticHolder(field), ObjectMemory.staticOffset(field));
      add(
          Kind.STATIC_FIELD,
          sum,
          () -> ClassShape.className(field.getDeclaringClass()) + "." + field.getName());
    }
  }

  private void mirrors() {
    for (Class<?> type : elsewhere.classes()) {
      for (long offset : mirror.offsets) {
        add(Kind.CLASS, walk.from(type, offset), () -> ClassShape.className(type));
      }
    }
  }

  private void add(Kind kind, Sum sum, Supplier<String> name) {
    if (sum.references > 0 || sum.objects > 0) {
      holders.add(
          new Holder(
              kind,
              name.get(),
              new Count(sum.objects),
              new DataSize(sum.bytes),
              new Count(sum.references)));
    }
  }
}
