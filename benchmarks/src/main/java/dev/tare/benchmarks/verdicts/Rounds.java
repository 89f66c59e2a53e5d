package dev.tare.benchmarks.verdicts;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Repeated work: the time of a call is proportional to the number of rounds. */
abstract class Rounds {

  /** Rounds of the baseline; each ratio in use is a whole number of rounds. */
  static final int BASELINE = 400;

  /** The kinds of work. */
  enum Kind {
    /** A chain of shifts, which no compiler shortens. */
    SHIFT(Shifts::new),
    /** Reads of a hash map. */
    LOOKUP(Lookups::new),
    /** A chain of new objects, which is garbage at once. */
    ALLOCATION(Allocations::new);

    private final IntFunction<Rounds> maker;

    Kind(IntFunction<Rounds> maker) {
      this.maker = maker;
    }

    /** Returns work that takes a multiple of the baseline's time. */
    Rounds of(double ratio) {
      return maker.apply((int) Math.rint(BASELINE * ratio));
    }
  }

  /** Read anew by each call: a constant would let the JIT unroll it. */
  int number;

  private Rounds(int number) {
    this.number = number;
  }

  abstract Object work();

  private static final class Shifts extends Rounds {
    private long state = 88_172_645_463_325_252L;

    Shifts(int number) {
      super(number);
    }

    @Override
    Object work() {
      // G. Marsaglia, Xorshift RNGs, 2003: no step can be left out and none folds into the next
      long x = state;
      for (int i = 0; i < number; i++) {
        x ^= x << 13;
        x ^= x >>> 7;
        x ^= x << 17;
      }
      state = x;
      return this;
    }
  }

  private static final class Lookups extends Rounds {
    private final Map<String, Integer> map = new HashMap<>();

    /**
     * Number of keys; few enough for both maps of a comparison to stay in the nearest cache: with
     * 512 a lookup's own cost depended on where the map lay, and 1.1 times as many took 0.92 to
     * 1.12 times as long.
     */
    private final String[] keys = new String[64];

    private int turn;

    Lookups(int number) {
      super(number);
      Arrays.setAll(keys, i -> "key" + i);
      for (String key : keys) {
        map.put(key, key.length());
      }
    }

    @Override
    Object work() {
      int sum = turn;
      for (int i = 0; i < number; i++) {
        sum += map.get(keys[sum & 63]);
      }
      turn = sum;
      return this;
    }
  }

  private static final class Allocations extends Rounds {

    private record Link(@Nullable Link before, int place) {}

    Allocations(int number) {
      super(number);
    }

    /**
     * Stores into an old array would not do: under G1 their cost leaps by 80 when it is promoted.
     */
    @Override
    Object work() {
      Link link = new Link(null, number);
      for (int i = 0; i < number; i++) {
        link = new Link(link, i);
      }
      return link;
    }
  }
}
