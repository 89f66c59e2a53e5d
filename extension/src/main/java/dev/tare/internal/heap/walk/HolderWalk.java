package dev.tare.internal.heap.walk;

import dev.tare.internal.heap.memory.ClassShape;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.set.VisitedSet;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Depth-first walk from heap roots that counts the objects shared with a value: those that the
 * value reaches too. It does not enter the value itself.
 *
 * <p>Afterwards the visited set contains all objects that the roots reach without going through the
 * value.
 */
public final class HolderWalk {

  private static final int CHUNK = 512;

  /** Number of objects scanned between two checks whether the visited set is still valid. */
  private static final int CHECK_INTERVAL = 1 << 13;

  /**
   * Shared objects that one root reaches and no earlier one does, and the references to shared
   * objects from objects that are not shared.
   */
  static final class HolderTally {
    long objects;
    long bytes;
    long references;
  }

  private final VisitedSet visited;
  private final VisitedSet reachable;
  private final Object value;
  private final Predicate<Class<?>> counted;
  private final ClassTallies tallies;

  /** Array that holds an object, for sets that need a reference to it. */
  private final Object[] cell = new Object[1];

  private final long cellOffset = ObjectMemory.arrayBase(Object[].class);

  /** Tally for references that are not held by a walked object. */
  private final ClassTally root = ClassTally.ofSingleReference();

  private @Nullable Object[] objects = new Object[256];
  private @Nullable ClassTally[] tallyStack = new ClassTally[256];
  private int[] indexes = new int[256];
  private boolean[] sharedFlags = new boolean[256];
  private int top;
  private int scanned;
  private HolderTally holderTally = new HolderTally();

  /**
   * Creates a walk.
   *
   * @param visited receives the objects that the roots reach
   * @param reachable objects that the value reaches
   * @param counted accepts the classes that are counted
   */
  public HolderWalk(
      VisitedSet visited,
      VisitedSet reachable,
      Object value,
      Predicate<Class<?>> counted,
      ClassTallies tallies) {
    this.visited = visited;
    this.reachable = reachable;
    this.value = value;
    this.counted = counted;
    this.tallies = tallies;
    skip(value);
  }

  /** Marks an object as visited, so that it is walked only by {@link #walkFromSkipped}. */
  void skip(Object object) {
    cell[0] = object;
    visited.add(cell, cellOffset, object);
  }

  /** Walks from an object. */
  HolderTally walkFrom(Object root) {
    cell[0] = root;
    return walkFrom(cell, cellOffset);
  }

  /** Walks from an object that was skipped; does nothing if it is the value. */
  HolderTally walkFromSkipped(Object root) {
    holderTally = new HolderTally();
    if (root != value) {
      push(root, tallies.of(root), 0, false);
      drain();
    }
    return holderTally;
  }

  /** Walks from a reference. */
  HolderTally walkFrom(Object holder, long offset) {
    holderTally = new HolderTally();
    follow(holder, offset, root, 0, false);
    drain();
    return holderTally;
  }

  private void follow(
      Object holder, long offset, ClassTally from, int reference, boolean holderIsShared) {
    Object target = ObjectMemory.reference(holder, offset);
    if (target == null || target == value) {
      return;
    }
    boolean isNew = visited.add(holder, offset, target);
    if (!isNew && holderIsShared) {
      return;
    }
    boolean isShared =
        reachable.contains(holder, offset, target) && counted.test(target.getClass());
    if (isShared && !holderIsShared) {
      holderTally.references++;
    }
    if (isNew) {
      enter(target, from.tallyOf(reference, target, tallies), isShared);
    }
  }

  private void enter(Object object, ClassTally tally, boolean isShared) {
    if (isShared) {
      holderTally.objects++;
      holderTally.bytes += tally.shape.sizeOf(object);
    }
    if (tally.followed) {
      push(object, tally, 0, isShared);
    }
  }

  private void drain() {
    while (top > 0) {
      top--;
      Object object = objects[top];
      ClassTally tally = tallyStack[top];
      objects[top] = null;
      if (object == null || tally == null) {
        throw new IllegalStateException("an empty slot on the stack");
      }
      if ((++scanned & (CHECK_INTERVAL - 1)) == 0) {
        visited.requireValid();
      }
      if (tally.shape.isReferenceArray) {
        resume(object, tally, indexes[top], sharedFlags[top]);
      } else {
        scan(object, tally, sharedFlags[top]);
      }
    }
  }

  private void scan(Object object, ClassTally tally, boolean holderIsShared) {
    long[] offsets = tally.shape.offsets;
    for (int i = 0; i < offsets.length; i++) {
      follow(object, offsets[i], tally, i, holderIsShared);
    }
  }

  private void resume(Object array, ClassTally tally, int index, boolean holderIsShared) {
    ClassShape shape = tally.shape;
    int length = Array.getLength(array);
    int from = shape.skipNulls(array, index, length);
    int to = Math.min(length, from + CHUNK);
    if (to < length) {
      push(array, tally, to, holderIsShared);
    }
    for (int i = from; i < to; i++) {
      follow(array, shape.base + (long) i * shape.scale, tally, 0, holderIsShared);
    }
  }

  private void push(Object object, ClassTally tally, int index, boolean isShared) {
    if (top == objects.length) {
      objects = Arrays.copyOf(objects, top << 1);
      tallyStack = Arrays.copyOf(tallyStack, top << 1);
      indexes = Arrays.copyOf(indexes, top << 1);
      sharedFlags = Arrays.copyOf(sharedFlags, top << 1);
    }
    objects[top] = object;
    tallyStack[top] = tally;
    indexes[top] = index;
    sharedFlags[top++] = isShared;
  }
}
