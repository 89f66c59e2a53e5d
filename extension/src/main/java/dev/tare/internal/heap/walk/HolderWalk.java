package dev.tare.internal.heap.walk;

import dev.tare.internal.heap.memory.ClassShape;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.set.VisitedSet;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A walk from roots elsewhere that never enters a value and notices when it comes upon what the
 * value reaches. What it has visited in the end is what is held elsewhere.
 *
 * <p>It walks as deep as {@link DepthFirst} does, and asks of every reference where it leads.
 */
public final class HolderWalk {

  private static final int PIECE = 512;

  /** How many objects are looked at before it is asked whether that is still worth it. */
  private static final int STRETCH = 1 << 13;

  /** What was found from one root. */
  static final class Sum {
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

  /** Where references come from that no object of the walk holds. */
  private final ClassTally root = ClassTally.ofOneReference();

  private @Nullable Object[] objects = new Object[256];
  private @Nullable ClassTally[] kinds = new ClassTally[256];
  private int[] indexes = new int[256];
  private boolean[] insides = new boolean[256];
  private int top;
  private int looks;
  private Sum sum = new Sum();

  /**
   * @param visited where the marks are put
   * @param reached what the value reaches
   * @param counted which classes of that count
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
    passBy(value);
  }

  /** Makes the walk pass an object by, until it is told to walk from it. */
  void passBy(Object object) {
    cell[0] = object;
    visited.add(cell, cellOffset, object);
  }

  /** Walks from an object. */
  Sum from(Object root) {
    cell[0] = root;
    return from(cell, cellOffset);
  }

  /** Walks from an object that was passed by, unless it is the value. */
  Sum fromPassedBy(Object root) {
    sum = new Sum();
    if (root != value) {
      push(root, tallies.of(root), 0, false);
      drain();
    }
    return sum;
  }

  /** Walks from a reference. */
  Sum from(Object holder, long offset) {
    sum = new Sum();
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
      ClassTally tally = kinds[top];
      objects[top] = null;
      if (object == null || tally == null) {
        throw new IllegalStateException("an empty slot on the stack");
      }
      if ((++looks & (STRETCH - 1)) == 0) {
        visited.check();
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
    int to = Math.min(length, from + PIECE);
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
      kinds = Arrays.copyOf(kinds, top << 1);
      indexes = Arrays.copyOf(indexes, top << 1);
      insides = Arrays.copyOf(insides, top << 1);
    }
    objects[top] = object;
    kinds[top] = tally;
    indexes[top] = index;
    insides[top++] = inside;
  }
}
