package dev.tare.heap;

import static java.util.Objects.requireNonNull;

import java.lang.reflect.Array;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A walk in the order of distance, for a {@link SpanningTree}. What was met is its own queue.
 *
 * <p>Its columns are made before it starts: allocation would bring on the collections that spoil a
 * walk.
 */
final class SpanningWalk {

  /** The most that an array can hold, less one. */
  private static final int MOST = Integer.MAX_VALUE - 9;

  private final Shapes shapes;
  private @Nullable Object[] objects;
  private int[] parents;
  private int[] places;
  private int[] firstChildren;
  private long[] sizes;
  private int[] levels = new int[64];
  private int count;

  /**
   * @param expected how many objects; the columns grow where there are more
   */
  SpanningWalk(Shapes shapes, long expected) {
    int length = (int) Math.min(expected, MOST);
    this.shapes = shapes;
    objects = new Object[length];
    parents = new int[length];
    places = new int[length];
    firstChildren = new int[length + 1];
    sizes = new long[length];
  }

  /** The tree below a root; what an earlier walk left is overwritten. */
  SpanningTree walk(Object root, Visited visited, Tallies tallies) {
    count = 0;
    visited.add(new Object[] {root}, Memory.arrayBase(Object[].class), root);
    Shape shape = tallies.ofRoot(root).shape;
    add(root, SpanningTree.NONE, 0, shape.sizeOf(root));
    int depth = 0;
    int nextLevel = 0;
    for (int head = 0; head < count; head++) {
      if (head == nextLevel) {
        level(depth++, head);
        nextLevel = count;
      }
      firstChildren[head] = count;
      Object object = requireNonNull(objects[head]);
      scan(object, head, head == 0 ? shape : tallies.of(object).shape, visited, tallies);
    }
    firstChildren[count] = count;
    Arrays.fill(objects, count, objects.length, null);
    int[] starts = Arrays.copyOf(levels, depth);
    return new SpanningTree(shapes, count, objects, parents, places, firstChildren, starts, sizes);
  }

  private void level(int depth, int start) {
    if (depth == levels.length) {
      levels = Arrays.copyOf(levels, grown(depth));
    }
    levels[depth] = start;
  }

  private void scan(Object object, int index, Shape shape, Visited visited, Tallies tallies) {
    if (shape.isReferenceArray) {
      int length = Array.getLength(object);
      for (int i = 0; i < length; i++) {
        follow(object, shape.base + (long) i * shape.scale, index, i, visited, tallies);
      }
    } else {
      for (int i = 0; i < shape.offsets.length; i++) {
        follow(object, shape.offsets[i], index, i, visited, tallies);
      }
    }
  }

  private void follow(
      Object holder, long offset, int parent, int place, Visited visited, Tallies tallies) {
    Object target = Memory.reference(holder, offset);
    if (target != null && visited.add(holder, offset, target)) {
      Tally tally = tallies.of(target);
      if (tally.entered) {
        add(target, parent, place, tally.shape.sizeOf(target));
      }
    }
  }

  private void add(Object object, int parent, int place, long size) {
    if (count == objects.length) {
      grow();
    }
    objects[count] = object;
    parents[count] = parent;
    places[count] = place;
    sizes[count++] = size;
  }

  private void grow() {
    if (count == MOST) {
      throw new UnweighableException(
          "the value has more than " + MOST + " objects", "profile a part of it");
    }
    int length = grown(count);
    objects = Arrays.copyOf(objects, length);
    parents = Arrays.copyOf(parents, length);
    places = Arrays.copyOf(places, length);
    firstChildren = Arrays.copyOf(firstChildren, length + 1);
    sizes = Arrays.copyOf(sizes, length);
  }

  private static int grown(int length) {
    return (int) Math.min(MOST, length + (length >> 1) + 16L);
  }
}
