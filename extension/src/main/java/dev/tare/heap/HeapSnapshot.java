package dev.tare.heap;

import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.memory.ObjectSizes;
import dev.tare.internal.heap.memory.ReferencePolicy;
import dev.tare.internal.heap.set.VisitedSet;
import dev.tare.internal.heap.walk.ClassTallies;
import dev.tare.internal.heap.walk.HeapRoots;
import dev.tare.internal.heap.walk.HolderSearch;
import dev.tare.internal.heap.walk.HolderWalk;
import dev.tare.unit.DataSize;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apiguardian.api.API;

/**
 * One look at everything in the JVM, from which several questions about a value can be answered: a
 * look takes much longer than an answer, which looks at the value alone.
 *
 * <p>It is handed to the questions that {@link ObjectGraph#marked} takes, and is worth nothing once
 * they have been answered.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class HeapSnapshot {

  private final GraphWalks weighing;
  private final ReferencePolicy following;
  private final Object value;
  private final Supplier<VisitedSet> sets;
  private final VisitedSet marks;
  private final Collection<String> unread;
  private final List<Holder> holders;
  private boolean isOver;

  /** Looks at everything. */
  HeapSnapshot(
      GraphWalks weighing,
      ReferencePolicy following,
      Object value,
      HeapRoots elsewhere,
      Supplier<VisitedSet> sets) {
    this.weighing = weighing;
    this.following = following;
    this.value = value;
    this.sets = sets;
    this.marks = sets.get();
    this.unread = new TreeSet<>(elsewhere.unread());
    ClassShapes strong = weighing.strong();
    Predicate<Class<?>> counted = weighing.entered().and(weighing.footprints().counted());
    ClassTallies everything = ClassTallies.lenient(strong, WalkScope.EVERYTHING::enters, unread);
    HolderWalk walk =
        new HolderWalk(marks, weighing.reached(value, sets.get()), value, counted, everything);
    this.holders = HolderSearch.of(walk, strong, elsewhere);
  }

  /**
   * What would be freed with the value, and what would not; see {@link ObjectGraph#retained}.
   *
   * @throws UnweighableException as {@link ObjectGraph#sizeOf} does
   */
  public RetainedFootprint retention() {
    return told(weighing);
  }

  /**
   * The bytes that would be freed with the value under another layout; see {@link
   * ObjectGraph#withLayout}.
   *
   * @throws UnweighableException for a class that the model does not cover
   */
  public DataSize retainedUnder(ObjectLayout layout) {
    return told(weighing.with(new ClassShapes(following, ObjectSizes.under(layout))))
        .retained()
        .size();
  }

  /**
   * Every object that would be freed with the value, under its shortest path; see {@link
   * ObjectGraph#retainedProfile}.
   *
   * @throws UnweighableException as {@link ObjectGraph#profile} does
   */
  public ProfileNode retainedProfile() {
    requireOpen();
    return ProfileNode.root(weighing.tree(value, new Beyond(marks, sets.get())));
  }

  private RetainedFootprint told(GraphWalks as) {
    requireOpen();
    RetainedFootprint retention = as.retention(value, marks, sets.get());
    return new RetainedFootprint(
        retention.retained(), retention.shared(), holders, new ArrayList<>(unread));
  }

  private void requireOpen() {
    if (isOver) {
      throw new IllegalStateException("ask within the function that is handed to marked()");
    }
  }

  /** From now on objects may move. */
  void end() {
    isOver = true;
  }

  /**
   * A set in which everything that is marked counts as met.
   *
   * @param marks what is held elsewhere
   * @param visited what else was met
   */
  private record Beyond(VisitedSet marks, VisitedSet visited) implements VisitedSet {

    @Override
    public boolean add(Object holder, long offset, Object object) {
      return !marks.contains(holder, offset, object) && visited.add(holder, offset, object);
    }

    @Override
    public boolean contains(Object holder, long offset, Object object) {
      return marks.contains(holder, offset, object) || visited.contains(holder, offset, object);
    }
  }
}
