package dev.tare.heap;

import dev.tare.internal.heap.set.Visited;
import dev.tare.internal.heap.walk.DepthFirst;
import dev.tare.internal.heap.walk.Tallies;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The walk of a size. It is written out where others are lambdas, since the first lambda of a JVM
 * takes it longer than all the rest of a first walk.
 */
record Counting(Weighing weighing, Object value) implements Function<Supplier<Visited>, Tallies> {

  @Override
  public Tallies apply(Supplier<Visited> sets) {
    Tallies counted = weighing.tallies();
    DepthFirst walk = new DepthFirst(weighing.limit().over(sets.get()), counted);
    Attempt attempt = new Attempt(walk, value, counted);
    return weighing.limit().watch(attempt, attempt);
  }

  private record Attempt(DepthFirst walk, Object value, Tallies counted)
      implements Supplier<Tallies>, LongSupplier {

    @Override
    public Tallies get() {
      walk.walk(value);
      return counted;
    }

    @Override
    public long getAsLong() {
      return counted.bytes();
    }
  }
}
