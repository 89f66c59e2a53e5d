package dev.tare.heap;

import dev.tare.internal.heap.set.VisitedSet;
import dev.tare.internal.heap.walk.ClassTallies;
import dev.tare.internal.heap.walk.DepthFirst;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The walk of a size. It is written out where others are lambdas, since the first lambda of a JVM
 * takes it longer than all the rest of a first walk.
 */
record SizeWalk(GraphWalks weighing, Object value)
    implements Function<Supplier<VisitedSet>, ClassTallies> {

  @Override
  public ClassTallies apply(Supplier<VisitedSet> sets) {
    ClassTallies counted = weighing.tallies();
    DepthFirst walk = new DepthFirst(weighing.limit().over(sets.get()), counted);
    Attempt attempt = new Attempt(walk, value, counted);
    return weighing.limit().watch(attempt, attempt);
  }

  private record Attempt(DepthFirst walk, Object value, ClassTallies counted)
      implements Supplier<ClassTallies>, LongSupplier {

    @Override
    public ClassTallies get() {
      walk.walk(value);
      return counted;
    }

    @Override
    public long getAsLong() {
      return counted.bytes();
    }
  }
}
