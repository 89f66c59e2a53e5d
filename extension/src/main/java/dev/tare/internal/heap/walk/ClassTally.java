package dev.tare.internal.heap.walk;

import dev.tare.internal.heap.memory.ClassShape;
import org.jspecify.annotations.Nullable;

/**
 * What a walk counted of one class, and what it expects to meet next from objects of the class: the
 * same reference leads to an object of the same class as a rule, which saves a look at a table.
 */
final class ClassTally {

  final Class<?> type;
  final ClassShape shape;

  /** Whether objects of the class are counted and followed. */
  final boolean entered;

  /** Whether objects of the class are followed: entered, and with something to follow. */
  final boolean followed;

  /** Whether it is enough to count objects, since their sizes follow from that. */
  private final boolean isUniform;

  /** Whether it is elements that are followed. */
  final boolean isReferenceArray;

  /** The offsets of an object's references. */
  final long[] offsets;

  /** By reference, which for all elements of an array is the first. */
  private final @Nullable ClassTally[] expected;

  private long objects;
  private long bytes;
  private long offHeap;

  /** What of it is owned by objects that others reach too. */
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
    this.offsets = shape.offsets;
    this.expected = new ClassTally[references];
  }

  /** The tally of something that is no object and holds one reference. */
  static ClassTally ofOneReference() {
    return new ClassTally(ClassShape.opaque(void.class), false, 1);
  }

  void count(Object object) {
    objects++;
    if (!isUniform) {
      bytes += shape.sizeOf(object);
      offHeap += shape.offHeap(object);
    }
  }

  void count(Object[] all, int from, int to) {
    if (isUniform) {
      objects += to - from;
      return;
    }
    for (int i = from; i < to; i++) {
      count(all[i]);
    }
  }

  /** The tally of what one of this class's objects refers to. */
  ClassTally next(int reference, Object target, ClassTallies tallies) {
    ClassTally tally = expected[reference];
    if (tally == null || tally.type != target.getClass()) {
      tally = tallies.of(target);
      expected[reference] = tally;
    }
    return tally;
  }

  long objects() {
    return objects;
  }

  /** Of the objects that were entered. */
  long bytes() {
    return isUniform && entered ? objects * shape.fixedSize() : bytes;
  }

  long offHeap() {
    return offHeap;
  }
}
