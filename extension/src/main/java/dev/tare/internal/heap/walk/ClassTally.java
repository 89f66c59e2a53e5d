package dev.tare.internal.heap.walk;

import dev.tare.internal.heap.memory.ClassShape;
import org.jspecify.annotations.Nullable;

/**
 * Number and bytes of one class's objects in a walk.
 *
 * <p>For each reference of the class, it also caches the tally of the last target's class. A
 * reference usually leads to objects of the same class, so this saves a table lookup.
 */
final class ClassTally {

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

  /** Returns a tally for a single reference outside the walked objects, such as a static field. */
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
