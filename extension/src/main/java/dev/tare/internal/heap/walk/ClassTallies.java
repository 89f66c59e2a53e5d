package dev.tare.internal.heap.walk;

import dev.tare.heap.UnweighableException;
import dev.tare.internal.heap.memory.ClassShape;
import dev.tare.internal.heap.memory.ClassShapes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Tallies of one walk by class, in a hash table with open addressing. */
public final class ClassTallies {

  private final ClassShapes shapes;
  private final Predicate<Class<?>> entered;
  private final @Nullable Collection<String> unread;
  private @Nullable ClassTally[] table = new ClassTally[64];
  private int size;
  private @Nullable ClassTally root;

  /** Creates the tallies of a walk that fails at a class whose fields cannot be listed. */
  public ClassTallies(ClassShapes shapes, Predicate<Class<?>> entered) {
    this(shapes, entered, null);
  }

  private ClassTallies(
      ClassShapes shapes, Predicate<Class<?>> entered, @Nullable Collection<String> unread) {
    this.shapes = shapes;
    this.entered = entered;
    this.unread = unread;
  }

  /**
   * Returns the tallies of a walk that skips classes whose fields cannot be listed, and collects
   * their names.
   */
  public static ClassTallies lenient(
      ClassShapes shapes, Predicate<Class<?>> entered, Collection<String> unread) {
    return new ClassTallies(shapes, entered, unread);
  }

  /** Returns whether objects of a class are counted and followed. */
  public boolean enters(Class<?> type) {
    return entered.test(type);
  }

  /** Returns the tally of an object's class. */
  ClassTally of(Object object) {
    Class<?> type = object.getClass();
    int at = find(type);
    ClassTally tally = table[at];
    return tally != null && tally.type == type ? tally : add(object, entered.test(type));
  }

  /**
   * Returns the tally of a walk's root, which is entered even if other objects of its class are
   * not.
   */
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
        enter ? createEntered(object) : new ClassTally(ClassShape.opaque(object.getClass()), false);
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

  private ClassTally createEntered(Object object) {
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

  /** Returns all tallies, in no particular order. */
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

  /** Returns the bytes of all objects that were entered. */
  public long bytes() {
    long sum = 0;
    for (ClassTally tally : all()) {
      sum += tally.bytes();
    }
    return sum;
  }

  /** Returns the number of objects that were entered. */
  public long objects() {
    return all().stream().filter(tally -> tally.entered).mapToLong(ClassTally::objects).sum();
  }
}
