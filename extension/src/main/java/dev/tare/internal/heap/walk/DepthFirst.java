package dev.tare.internal.heap.walk;

import dev.tare.internal.heap.memory.ClassShape;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.set.VisitedSet;
import java.lang.reflect.Array;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A walk along all references, for totals by class.
 *
 * <p>Its stack is a table on the heap, so no chain of objects is too long; arrays are resumed by
 * index, so no array is pushed as a whole.
 */
public final class DepthFirst {

  private static final int PIECE = 128;

  /** Few, since most values are small; the stack doubles. */
  private static final int FIRST_SLOTS = 32;

  private final VisitedSet visited;
  private final ClassTallies tallies;
  private final Object[] cell = new Object[1];
  private final long cellOffset = ObjectMemory.arrayBase(Object[].class);

  /** Where references come from that no object of the walk holds. */
  private final ClassTally outside = ClassTally.ofOneReference();

  /** The new elements of the piece of an array that is gone through. */
  private final Object[] elements = new Object[PIECE];

  private @Nullable Object[] objects = new Object[FIRST_SLOTS];
  private @Nullable ClassTally[] kinds = new ClassTally[FIRST_SLOTS];
  private int[] indexes = new int[FIRST_SLOTS];
  private int top;

  public DepthFirst(VisitedSet visited, ClassTallies tallies) {
    this.visited = visited;
    this.tallies = tallies;
  }

  /** Makes the walk pass an object by. */
  void exclude(Object object) {
    cell[0] = object;
    visited.add(cell, cellOffset, object);
  }

  /** Walks everything that a root reaches, itself included, whatever its class. */
  public void walk(Object root) {
    cell[0] = root;
    if (visited.add(cell, cellOffset, root)) {
      enter(root, countedRoot(root));
      drain();
    }
  }

  /** Walks as {@link #walk(Object)} does, even if an earlier walk met the root and passed it by. */
  public void walkPassedBy(Object root) {
    exclude(root);
    enter(root, countedRoot(root));
    drain();
  }

  /** Walks everything that one reference reaches. */
  void walk(Object holder, long offset) {
    Object target = visited.next(holder, offset);
    if (target != null) {
      enter(target, counted(target, outside, 0));
      drain();
    }
  }

  /** Lets an object that was counted wait for its turn. */
  private void enter(Object object, ClassTally tally) {
    if (tally.followed) {
      push(object, tally, 0);
    }
  }

  // what is popped stays in its slot, since the stack lives no longer than the value's walk
  private void drain() {
    while (top > 0) {
      top--;
      Object object = objects[top];
      ClassTally tally = kinds[top];
      if (object == null || tally == null) {
        throw new IllegalStateException("an empty slot on the stack");
      }
      if (tally.isReferenceArray) {
        resume(object, tally, indexes[top]);
      } else {
        scan(object, tally);
      }
    }
  }

  /**
   * Goes on from each object to the last that it refers to, is followed and is no array; the others
   * wait on the stack.
   */
  private void scan(Object first, ClassTally firstTally) {
    VisitedSet met = visited;
    Object object = first;
    ClassTally tally = firstTally;
    while (object != null) {
      Object onward = null;
      ClassTally onwardTally = tally;
      long[] offsets = tally.offsets;
      for (int i = 0; i < offsets.length; i++) {
        Object target = met.next(object, offsets[i]);
        if (target == null) {
          continue;
        }
        ClassTally next = counted(target, tally, i);
        if (!next.followed) {
          continue;
        }
        if (next.isReferenceArray) {
          push(target, next, 0);
          continue;
        }
        if (onward != null) {
          push(onward, onwardTally, 0);
        }
        onward = target;
        onwardTally = next;
      }
      object = onward;
      tally = onwardTally;
    }
  }

  /**
   * Goes through a piece of an array in loops that do one thing each: which elements are new, which
   * of them are of one class, where the same field of those leads. A processor has many rounds of a
   * short loop under way at a time, and so waits for the memory of all of them at once; only what
   * is new behind such a field is walked by itself.
   */
  // the array stays an Object to the JIT, see Memory
  private void resume(Object array, ClassTally tally, int index) {
    ClassShape shape = tally.shape;
    int length = Array.getLength(array);
    int from = shape.skipNulls(array, index, length);
    int to = Math.min(length, from + PIECE);
    if (to < length) {
      push(array, tally, to);
    }
    int row = Math.min(PIECE, visited.longestRow());
    for (int i = from; i < to; i += row) {
      long offset = shape.base + (long) i * shape.scale;
      enterFound(visited.row(array, offset, shape.scale, Math.min(row, to - i), elements), tally);
    }
  }

  /** Enters the elements that were found, those of one class at a time. */
  private void enterFound(int found, ClassTally array) {
    for (int first = 0; first < found; ) {
      ClassTally kind = array.next(0, elements[first], tallies);
      int next = first + 1;
      while (next < found && elements[next].getClass() == kind.type) {
        next++;
      }
      enterAlike(first, next, kind);
      first = next;
    }
  }

  /** Enters elements of one class. */
  private void enterAlike(int from, int to, ClassTally tally) {
    tally.count(elements, from, to);
    if (!tally.followed) {
      return;
    }
    if (tally.isReferenceArray) {
      for (int i = from; i < to; i++) {
        push(elements[i], tally, 0);
      }
      return;
    }
    long[] offsets = tally.offsets;
    for (int reference = 0; reference < offsets.length; reference++) {
      follow(from, to, tally, reference, offsets[reference]);
    }
  }

  /** Follows the same reference of elements of one class. */
  private void follow(int from, int to, ClassTally tally, int reference, long offset) {
    VisitedSet met = visited;
    Object[] holders = elements;
    for (int i = from; i < to; i++) {
      Object target = met.next(holders[i], offset);
      if (target != null) {
        ClassTally next = counted(target, tally, reference);
        if (next.isReferenceArray) {
          enter(target, next);
        } else if (next.followed) {
          scan(target, next);
        }
      }
    }
  }

  private ClassTally countedRoot(Object root) {
    ClassTally tally = tallies.ofRoot(root);
    tally.count(root);
    return tally;
  }

  private ClassTally counted(Object target, ClassTally from, int reference) {
    ClassTally tally = from.next(reference, target, tallies);
    tally.count(target);
    return tally;
  }

  private void push(Object object, ClassTally tally, int index) {
    if (top == objects.length) {
      objects = Arrays.copyOf(objects, top << 1);
      kinds = Arrays.copyOf(kinds, top << 1);
      indexes = Arrays.copyOf(indexes, top << 1);
    }
    objects[top] = object;
    kinds[top] = tally;
    indexes[top++] = index;
  }
}
