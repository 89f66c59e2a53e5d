package dev.tare.internal.heap.walk;

import dev.tare.internal.heap.memory.ClassShape;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.set.VisitedSet;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Walk from heap roots that does not enter a value, and counts the references to objects that the
 * value reaches. Its visited set ends up with all objects that the roots reach without going
 * through the value.
 *
 * <p>It is depth-first like {@link DepthFirst}, and checks each reference against the set of
 * objects that the value reaches.
 */
public final class HolderWalk {

  private static final int CHUNK = 512;

  /** Number of objects scanned between two checks whether the visited set is still valid. */
  private static final int CHECK_INTERVAL = 1 << 13;

  /** Objects of the value that one root reaches, and the references to them. */
  static final class HolderTally {
    long objects;
    long bytes;
    long references;
  }

  private final VisitedSet visited;
  private final VisitedSet reached;
  private final Object value;
  private final Predicate<Class<?>> counted;
  private final ClassTallies tallies;
  private final Object[] cell = new Object[1];
  private final long cellOffset = ObjectMemory.arrayBase(Object[].class);

  /** Tally for references that are not held by a walked object. */
  private final ClassTally root = ClassTally.ofSingleReference();

  private @Nullable Object[] objects = new Object[256];
  private @Nullable ClassTally[] tallyStack = new ClassTally[256];
  private int[] indexes = new int[256];
  private boolean[] insides = new boolean[256];
  private int top;
  private int scanned;
  private HolderTally sum = new HolderTally();

  /**
   * Creates a walk.
   *
   * @param visited receives the objects that the roots reach
   * @param reached objects that the value reaches
   * @param counted accepts the classes that are counted
   */
  public HolderWalk(
      VisitedSet visited,
      VisitedSet reached,
      Object value,
      Predicate<Class<?>> counted,
      ClassTallies tallies) {
    this.visited = visited;
    this.reached = reached;
    this.value = value;
    this.counted = counted;
    this.tallies = tallies;
    skip(value);
  }

  /** Marks an object as visited, so that it is walked only by {@link #fromSkipped}. */
  void skip(Object object) {
    cell[0] = object;
    visited.add(cell, cellOffset, object);
  }

  /** Walks from an object. */
  HolderTally from(Object root) {
    cell[0] = root;
    return from(cell, cellOffset);
  }

  /** Walks from a skipped object, unless it is the value. */
  HolderTally fromSkipped(Object root) {
    sum = new HolderTally();
    if (root != value) {
      push(root, tallies.of(root), 0, false);
      drain();
    }
    return sum;
  }

  /** Walks from a reference. */
  HolderTally from(Object holder, long offset) {
    sum = new HolderTally();
    follow(holder, offset, root, 0, false);
    drain();
    return sum;
  }

  private void follow(Object holder, long offset, ClassTally from, int reference, boolean inside) {
    Object target = ObjectMemory.reference(holder, offset);
    if (target == null || target == value) {
      return;
    }
    boolean isNew = visited.add(holder, offset, target);
    if (!isNew && inside) {
      return;
    }
    boolean within = reached.contains(holder, offset, target) && counted.test(target.getClass());
    if (within && !inside) {
      sum.references++;
    }
    if (isNew) {
      enter(target, from.next(reference, target, tallies), within);
    }
  }

  private void enter(Object object, ClassTally tally, boolean within) {
    if (within) {
      sum.objects++;
      sum.bytes += tally.shape.sizeOf(object);
    }
    if (tally.followed) {
      push(object, tally, 0, within);
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
        resume(object, tally, indexes[top], insides[top]);
      } else {
        scan(object, tally, insides[top]);
      }
    }
  }

  private void scan(Object object, ClassTally tally, boolean inside) {
    long[] offsets = tally.shape.offsets;
    for (int i = 0; i < offsets.length; i++) {
      follow(object, offsets[i], tally, i, inside);
    }
  }

  private void resume(Object array, ClassTally tally, int from, boolean inside) {
    int length = Array.getLength(array);
    int to = Math.min(length, from + CHUNK);
    if (to < length) {
      push(array, tally, to, inside);
    }
    ClassShape shape = tally.shape;
    for (int i = from; i < to; i++) {
      follow(array, shape.base + (long) i * shape.scale, tally, 0, inside);
    }
  }

  private void push(Object object, ClassTally tally, int index, boolean inside) {
    if (top == objects.length) {
      objects = Arrays.copyOf(objects, top << 1);
      tallyStack = Arrays.copyOf(tallyStack, top << 1);
      indexes = Arrays.copyOf(indexes, top << 1);
      insides = Arrays.copyOf(insides, top << 1);
    }
    objects[top] = object;
    tallyStack[top] = tally;
    indexes[top] = index;
    insides[top++] = inside;
  }
}
