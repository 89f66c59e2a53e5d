package dev.tare.internal.heap.walk;

import dev.tare.internal.heap.memory.ClassShape;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.walk.ClassTallies.ClassTally;
import java.lang.reflect.Array;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Depth-first walk that counts objects by class.
 *
 * <p>Its stack is an array on the heap, so chains of any length are supported. Arrays are resumed
 * by index, so that no array is pushed element by element.
 */
public final class DepthFirst {

  private static final int CHUNK = 128;

  /** Initial size of the stack: small, since most values are small. It doubles when full. */
  private static final int INITIAL_STACK = 32;

  private final VisitedSet visited;
  private final ClassTallies tallies;

  /** Array that holds an object, for sets that need a reference to it. */
  private final Object[] cell = new Object[1];

  private final long cellOffset = ObjectMemory.arrayBase(Object[].class);

  /** New elements of the chunk of an array that is being scanned. */
  private final Object[] elements = new Object[CHUNK];

  private @Nullable Object[] objects = new Object[INITIAL_STACK];
  private @Nullable ClassTally[] tallyStack = new ClassTally[INITIAL_STACK];
  private int[] indexes = new int[INITIAL_STACK];
  private int top;

  public DepthFirst(VisitedSet visited, ClassTallies tallies) {
    this.visited = visited;
    this.tallies = tallies;
  }

  /** Marks an object as visited, so that the walk does not enter it. */
  public void skip(Object object) {
    cell[0] = object;
    visited.add(cell, cellOffset, object);
  }

  /** Walks everything that a root reaches, the root included, whatever its class. */
  public void walk(Object root) {
    cell[0] = root;
    if (visited.add(cell, cellOffset, root)) {
      enter(root, countRoot(root));
      drain();
    }
  }

  /** Walks everything that a reference leads to. */
  void walk(Object holder, long offset) {
    Object target = visited.next(holder, offset);
    if (target != null) {
      ClassTally tally = tallies.of(target);
      tally.count(target);
      enter(target, tally);
      drain();
    }
  }

  /**
   * Walks as {@link #walk(Object)} does, even if an earlier walk reached the root without entering
   * it.
   */
  public void walkSkipped(Object root) {
    skip(root);
    enter(root, countRoot(root));
    drain();
  }

  /** Pushes a counted object if it has references to follow. */
  private void enter(Object object, ClassTally tally) {
    if (tally.followed) {
      push(object, tally, 0);
    }
  }

  // popped slots are not cleared: the stack is discarded with the walk
  private void drain() {
    while (top > 0) {
      top--;
      Object object = objects[top];
      ClassTally tally = tallyStack[top];
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
   * Scans an object, then continues with the last of its targets that is followed and is not an
   * array; the other targets are pushed.
   */
  private void scan(Object first, ClassTally firstTally) {
    VisitedSet visitedSet = visited;
    Object object = first;
    ClassTally tally = firstTally;
    while (object != null) {
      Object nextObject = null;
      ClassTally nextTally = tally;
      long[] offsets = tally.offsets;
      for (int i = 0; i < offsets.length; i++) {
        Object target = visitedSet.next(object, offsets[i]);
        if (target == null) {
          continue;
        }
        ClassTally next = count(target, tally, i);
        if (!next.followed) {
          continue;
        }
        if (next.isReferenceArray) {
          push(target, next, 0);
          continue;
        }
        if (nextObject != null) {
          push(nextObject, nextTally, 0);
        }
        nextObject = target;
        nextTally = next;
      }
      object = nextObject;
      tally = nextTally;
    }
  }

  /**
   * Scans a chunk of an array in three short loops: find the new elements, group them by class, and
   * read the same field of each group. Short loops let the processor overlap the memory accesses of
   * many iterations. Only new objects behind such a field are walked one by one.
   */
  // declared as Object for the JIT, see ObjectMemory
  private void resume(Object array, ClassTally tally, int index) {
    ClassShape shape = tally.shape;
    int length = Array.getLength(array);
    int from = shape.skipNulls(array, index, length);
    int to = Math.min(length, from + CHUNK);
    if (to < length) {
      push(array, tally, to);
    }
    if (from < to) {
      long offset = shape.base + (long) from * shape.scale;
      enterElements(visited.addRow(array, offset, shape.scale, to - from, elements), tally);
    }
  }

  /** Enters the new elements, one run of the same class at a time. */
  private void enterElements(int found, ClassTally array) {
    for (int first = 0; first < found; ) {
      ClassTally tally = array.tallyOf(0, elements[first], tallies);
      int next = first + 1;
      while (next < found && elements[next].getClass() == tally.type) {
        next++;
      }
      enterSameClass(first, next, tally);
      first = next;
    }
  }

  private void enterSameClass(int from, int to, ClassTally tally) {
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

  /** Follows the same reference of a run of elements of one class. */
  private void follow(int from, int to, ClassTally tally, int reference, long offset) {
    VisitedSet visitedSet = visited;
    Object[] holders = elements;
    for (int i = from; i < to; i++) {
      Object target = visitedSet.next(holders[i], offset);
      if (target != null) {
        ClassTally next = count(target, tally, reference);
        if (next.isReferenceArray) {
          enter(target, next);
        } else if (next.followed) {
          scan(target, next);
        }
      }
    }
  }

  private ClassTally countRoot(Object root) {
    ClassTally tally = tallies.ofRoot(root);
    tally.count(root);
    return tally;
  }

  private ClassTally count(Object target, ClassTally from, int reference) {
    ClassTally tally = from.tallyOf(reference, target, tallies);
    tally.count(target);
    return tally;
  }

  private void push(Object object, ClassTally tally, int index) {
    if (top == objects.length) {
      objects = Arrays.copyOf(objects, top << 1);
      tallyStack = Arrays.copyOf(tallyStack, top << 1);
      indexes = Arrays.copyOf(indexes, top << 1);
    }
    objects[top] = object;
    tallyStack[top] = tally;
    indexes[top++] = index;
  }
}
