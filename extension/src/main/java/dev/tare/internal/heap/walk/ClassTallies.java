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

  /**
   * Number and bytes of one class's objects in a walk.
   *
   * <p>For each reference of the class, it also caches the tally of the last target's class. A
   * reference usually leads to objects of the same class, so this saves a table lookup.
   */
  static final class ClassTally {

    final Class<?> type;
    final ClassShape shape;

    /** Whether objects of the class are counted and followed. */
    final boolean entered;

    /** Whether objects of the class are entered and have references. */
    final boolean followed;

    /** Whether the number of objects determines their bytes, since all are of one size. */
    private final boolean isUniform;

    /** Whether the class is an array of references. */
    final boolean isReferenceArray;

    /** Whether the class is JUnit's, which holds objects for tests; false for its threads. */
    final boolean isOfJUnit;

    /** Offsets of the reference fields. */
    final long[] offsets;

    /** Tally of each reference's last target; for an array, one entry for all elements. */
    private final @Nullable ClassTally[] lastTargetTallies;

    /** Whether a walk searches for objects of the class. */
    boolean hasTargets;

    /** Whether a walk has followed the reference that every object has to its class. */
    boolean classFollowed;

    private long objects;
    private long bytes;
    private long offHeap;

    /** Off-heap bytes that are owned by objects that other roots reach too. */
    long sharedOffHeap;

    ClassTally(ClassShape shape, boolean entered) {
      this(shape, entered, shape.isReferenceArray ? 1 : shape.offsets.length);
    }

    private ClassTally(ClassShape shape, boolean entered, int references) {
      this.type = shape.type;
      this.shape = shape;
      this.entered = entered;
      this.followed = entered && shape.hasReferences;
      this.isUniform = !entered || shape.isUniform();
      this.isReferenceArray = shape.isReferenceArray;
      this.isOfJUnit =
          type.getName().startsWith("org.junit.") && !Thread.class.isAssignableFrom(type);
      this.offsets = shape.offsets;
      this.lastTargetTallies = new ClassTally[references];
    }

    /**
     * Returns a tally for a single reference outside the walked objects, such as a static field.
     */
    static ClassTally ofSingleReference() {
      return new ClassTally(ClassShape.opaque(void.class), false, 1);
    }

    void count(Object object) {
      objects++;
      if (!isUniform) {
        bytes += shape.sizeOf(object);
        offHeap += shape.offHeap(object);
      }
    }

    void count(Object[] array, int from, int to) {
      if (isUniform) {
        objects += to - from;
        return;
      }
      for (int i = from; i < to; i++) {
        count(array[i]);
      }
    }

    /**
     * Returns the tally of the target of a reference of one of this class's objects.
     *
     * @param slot the number of the field; the index of an element, or 0
     */
    ClassTally tallyOf(int slot, Object target, ClassTallies tallies) {
      int reference = isReferenceArray ? 0 : slot;
      ClassTally tally = lastTargetTallies[reference];
      if (tally == null || tally.type != target.getClass()) {
        tally = tallies.of(target);
        lastTargetTallies[reference] = tally;
      }
      return tally;
    }

    long objects() {
      return objects;
    }

    /** Returns the bytes of the objects that were entered. */
    long bytes() {
      return isUniform && entered ? objects * shape.fixedSize() : bytes;
    }

    long offHeap() {
      return offHeap;
    }
  }
}
