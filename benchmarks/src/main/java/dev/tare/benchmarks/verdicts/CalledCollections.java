package dev.tare.benchmarks.verdicts;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Works that use the JDK's collections and arrays. */
final class CalledCollections {

  private CalledCollections() {}

  /** Passes numbers through a queue. */
  public static final class Queue extends CalledWork {
    private final ArrayDeque<Integer> queue = new ArrayDeque<>();

    @Override
    public long work() {
      long sum = 0;
      for (int i = 0; i < rounds; i++) {
        for (int k = 0; k < 6; k++) {
          queue.addLast(k * 20);
        }
        while (!queue.isEmpty()) {
          sum += queue.pollFirst();
        }
      }
      return sum;
    }
  }

  /** Takes the smallest of a priority queue and puts another one back. */
  public static final class Priorities extends CalledWork {
    private final PriorityQueue<Integer> queue = new PriorityQueue<>();
    private int state = 1;

    /** Fills the queue. */
    public Priorities() {
      for (int i = 0; i < 30; i++) {
        queue.add(i * 4);
      }
    }

    @Override
    public long work() {
      long sum = 0;
      for (int i = 0; i < rounds; i++) {
        state = state * 1_103_515_245 + 12_345;
        sum += queue.remove();
        queue.add(state >>> 25);
      }
      return sum;
    }
  }

  /** Counts words in a hash map. */
  public static final class Counting extends CalledWork {
    private final Map<String, Integer> counts = new HashMap<>();
    private final String[] words = new String[32];

    /** Makes the words. */
    public Counting() {
      Arrays.setAll(words, i -> "word" + i * 7);
    }

    @Override
    public long work() {
      for (int i = 0; i < rounds; i++) {
        counts.merge(words[i & 31], 1, (a, b) -> (a + b) & 127);
      }
      return counts.size();
    }
  }

  /** Reads and changes a sorted map. */
  public static final class Tree extends CalledWork {
    private final TreeMap<Integer, Integer> tree = new TreeMap<>();

    /** Fills the tree. */
    public Tree() {
      for (int i = 0; i < 60; i++) {
        tree.put(i * 2, i);
      }
    }

    @Override
    public long work() {
      long sum = 0;
      for (int i = 0; i < rounds; i++) {
        int key = i * 37 % 120;
        sum += tree.floorEntry(key).getValue();
        tree.put(key & ~1, i & 127);
      }
      return sum;
    }
  }

  /** Sorts a copy of 12 numbers by insertion. */
  public static final class Sorting extends CalledWork {
    private final int[] numbers = new Random(1).ints(12 + 64).toArray();

    @Override
    public long work() {
      long sum = 0;
      for (int i = 0; i < rounds; i++) {
        int[] copy = Arrays.copyOfRange(numbers, i & 63, (i & 63) + 12);
        for (int k = 1; k < copy.length; k++) {
          int moved = copy[k];
          int at = k;
          while (at > 0 && copy[at - 1] > moved) {
            copy[at] = copy[--at];
          }
          copy[at] = moved;
        }
        sum += copy[6];
      }
      return sum;
    }
  }

  /** Sums the even squares of a stream. */
  public static final class Streams extends CalledWork {
    @Override
    public long work() {
      long sum = 0;
      for (int i = 0; i < rounds; i++) {
        sum +=
            IntStream.range(i, i + 8).filter(n -> (n & 1) == 0).mapToLong(n -> (long) n * n).sum();
      }
      return sum;
    }
  }

  /** Walks through a linked list. */
  public static final class Links extends CalledWork {
    private final LinkedList<Integer> list = new LinkedList<>();

    /** Fills the list. */
    public Links() {
      for (int i = 0; i < 24; i++) {
        list.add(i);
      }
    }

    @Override
    public long work() {
      long sum = 0;
      for (int i = 0; i < rounds; i++) {
        for (int number : list) {
          sum += number ^ i;
        }
      }
      return sum;
    }
  }

  /** Sets bits and finds the next one. */
  public static final class Bits extends CalledWork {
    private final BitSet bits = new BitSet(512);

    @Override
    public long work() {
      long sum = 0;
      for (int i = 0; i < rounds; i++) {
        bits.flip(i * 67 & 511);
        int next = bits.nextSetBit(i * 31 & 511);
        sum += next + bits.nextClearBit(i * 13 & 511);
      }
      return sum;
    }
  }
}
