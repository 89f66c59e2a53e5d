package dev.tare.internal.heap.walk;

import dev.tare.heap.UnweighableException;
import dev.tare.internal.heap.memory.ClassShape;
import dev.tare.internal.heap.memory.ClassShapes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The tallies of one walk: a table keyed by class, asked once for every object. */
public final class ClassTallies {

  private final ClassShapes shapes;
  private final Predicate<Class<?>> entered;
  private final @Nullable Collection<String> unread;
  private @Nullable ClassTally[] table = new ClassTally[64];
  private int size;
  private @Nullable ClassTally root;

  /** Tallies of a walk that fails at a class whose fields cannot be listed. */
  public ClassTallies(ClassShapes shapes, Predicate<Class<?>> entered) {
    this(shapes, entered, null);
  }

  private ClassTallies(
      ClassShapes shapes, Predicate<Class<?>> entered, @Nullable Collection<String> unread) {
    this.shapes = shapes;
    this.entered = entered;
    this.unread = unread;
  }

  /** Tallies of a walk that passes by such classes and names them. */
  public static ClassTallies lenient(
      ClassShapes shapes, Predicate<Class<?>> entered, Collection<String> unread) {
    return new ClassTallies(shapes, entered, unread);
  }

  /** Whether objects of a class are counted and followed. */
  public boolean enters(Class<?> type) {
    return entered.test(type);
  }

  /** The tally of an object's class. */
  ClassTally of(Object object) {
    Class<?> type = object.getClass();
    int at = find(type);
    ClassTally tally = table[at];
    return tally != null && tally.type == type ? tally : add(object, entered.test(type));
  }

  /** The tally of a walk's root, which is entered even where others of its class are not. */
  ClassTally ofRoot(Object object) {
    ClassTally tally = of(object);
    if (!tally.entered) {
      tally = new ClassTally(shapes.of(object), true);
      root = tally;
    }
    return tally;
  }

  private ClassTally add(Object object, boolean enter) {
    ClassTally tally =
        enter ? entering(object) : new ClassTally(ClassShape.opaque(object.getClass()), false);
    if (++size > table.length >> 1) {
      @Nullable ClassTally[] old = table;
      table = new ClassTally[old.length << 1];
      for (ClassTally moved : old) {
        if (moved != null) {
          insert(moved);
        }
      }
    }
    insert(tally);
    return tally;
  }

  private ClassTally entering(Object object) {
    try {
      return new ClassTally(shapes.of(object), true);
    } catch (UnweighableException e) {
      if (unread == null) {
        throw e;
      }
      unread.add(object.getClass().getTypeName());
      return new ClassTally(ClassShape.opaque(object.getClass()), false);
    }
  }

  private void insert(ClassTally tally) {
    table[find(tally.type)] = tally;
  }

  private int find(Class<?> type) {
    int mask = table.length - 1;
    int at = System.identityHashCode(type) & mask;
    while (true) {
      ClassTally tally = table[at];
      if (tally == null || tally.type == type) {
        return at;
      }
      at = (at + 1) & mask;
    }
  }

  /** All tallies, in no order. */
  List<ClassTally> all() {
    List<ClassTally> all = new ArrayList<>();
    for (ClassTally tally : table) {
      if (tally != null) {
        all.add(tally);
      }
    }
    if (root != null) {
      all.add(root);
    }
    return all;
  }

  /** The bytes of all objects that were entered. */
  public long bytes() {
    long sum = 0;
    for (ClassTally tally : all()) {
      sum += tally.bytes();
    }
    return sum;
  }

  /** How many objects were entered. */
  public long objects() {
    return all().stream().filter(tally -> tally.entered).mapToLong(ClassTally::objects).sum();
  }
}
