package dev.tare.heap;

import dev.tare.internal.heap.set.VisitedSet;
import dev.tare.internal.heap.walk.ClassTallies;
import dev.tare.internal.heap.walk.DepthFirst;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Walk that computes the size of a value. It is a class and not a lambda, since linking the first
 * lambda of a JVM takes longer than a whole first walk.
 */
record SizeWalk(GraphWalks walks, Object value)
    implements Function<Supplier<VisitedSet>, ClassTallies> {

  @Override
  public ClassTallies apply(Supplier<VisitedSet> sets) {
    ClassTallies tallies = walks.tallies();
    DepthFirst walk = new DepthFirst(walks.limit().restrict(sets.get()), tallies);
    Attempt attempt = new Attempt(walk, value, tallies);
    return walks.limit().run(attempt, attempt);
  }

  private record Attempt(DepthFirst walk, Object value, ClassTallies tallies)
      implements Supplier<ClassTallies>, LongSupplier {

    @Override
    public ClassTallies get() {
      walk.walk(value);
      return tallies;
    }

    @Override
    public long getAsLong() {
      return tallies.bytes();
    }
  }
}
