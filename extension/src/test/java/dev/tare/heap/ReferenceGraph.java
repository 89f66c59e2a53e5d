package dev.tare.heap;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;

/** Oracle for object graphs: adjacency lists, evaluated by brute force. */
final class ReferenceGraph {

  final List<Object> objects = new ArrayList<>();
  final List<int[]> successors = new ArrayList<>();
  final IdentityHashMap<Object, Integer> numbers = new IdentityHashMap<>();
  final int[] referenceCounts;
  final int[] distances;
  private final long[] sizes;

  ReferenceGraph(Oracle oracle, Object root) {
    number(root);
    for (int i = 0; i < objects.size(); i++) {
      List<Object> references = oracle.references(objects.get(i));
      references.forEach(this::number);
      successors.add(references.stream().mapToInt(numbers::get).toArray());
    }
    sizes = objects.stream().mapToLong(oracle::shallowSizeOf).toArray();
    referenceCounts = new int[objects.size()];
    successors.forEach(all -> Arrays.stream(all).forEach(to -> referenceCounts[to]++));
    distances = distances(-1);
  }

  private void number(Object object) {
    if (numbers.putIfAbsent(object, objects.size()) == null) {
      objects.add(object);
    }
  }

  /**
   * Returns the distance of each object from the root on paths that avoid one object; -1 if
   * unreachable.
   */
  private int[] distances(int avoided) {
    int[] found = new int[objects.size()];
    Arrays.fill(found, -1);
    Deque<Integer> open = new ArrayDeque<>();
    if (avoided != 0) {
      found[0] = 0;
      open.add(0);
    }
    while (!open.isEmpty()) {
      int from = open.poll();
      for (int to : successors.get(from)) {
        if (to != avoided && found[to] < 0) {
          found[to] = found[from] + 1;
          open.add(to);
        }
      }
    }
    return found;
  }

  /** Returns the bytes that are unreachable without an object. */
  long dominatedBy(int number) {
    int[] without = distances(number);
    long sum = 0;
    for (int i = 0; i < sizes.length; i++) {
      sum += without[i] < 0 ? sizes[i] : 0;
    }
    return sum;
  }

  long size() {
    return Arrays.stream(sizes).sum();
  }
}
