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
 * Snapshot of the objects that the heap roots reach, from which several figures of one value can be
 * computed. Taking it walks the whole heap, which takes much longer than each figure.
 *
 * <p>A snapshot is passed to the function that {@link ObjectGraph#withSnapshot} takes, and is valid
 * only until that function returns.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class HeapSnapshot {

  private final GraphWalks walks;
  private final ReferencePolicy policy;
  private final Object value;
  private final Supplier<VisitedSet> sets;
  private final VisitedSet rootReachable;
  private final Collection<String> unread;
  private final List<Holder> holders;
  private boolean isClosed;

  /** Walks the heap from all roots. */
  HeapSnapshot(
      GraphWalks walks,
      ReferencePolicy policy,
      Object value,
      HeapRoots roots,
      Supplier<VisitedSet> sets) {
    this.walks = walks;
    this.policy = policy;
    this.value = value;
    this.sets = sets;
    this.rootReachable = sets.get();
    this.unread = new TreeSet<>(roots.unread());
    ClassShapes strong = walks.strong();
    Predicate<Class<?>> counted = walks.entered().and(walks.footprints().counted());
    ClassTallies tallies = ClassTallies.lenient(strong, WalkScope::ofHeap, unread);
    ClassTallies ofValue = walks.tallies();
    VisitedSet reachable = walks.addReachable(value, sets.get(), ofValue);
    HolderWalk walk = new HolderWalk(rootReachable, reachable, value, counted, tallies);
    this.holders = HolderSearch.of(walk, strong, roots, ofValue.callSiteConstants());
  }

  /**
   * Returns what would be freed with the value and what would not; see {@link
   * ObjectGraph#retained}.
   *
   * @throws UnweighableException as {@link ObjectGraph#sizeOf} does
   */
  public RetainedFootprint retention() {
    requireOpen();
    RetainedFootprint retention = walks.retainedFootprint(value, rootReachable, sets.get());
    return new RetainedFootprint(
        retention.retained(), retention.shared(), holders, new ArrayList<>(unread));
  }

  /**
   * Returns the bytes that would be freed with the value under another layout; see {@link
   * ObjectGraph#withLayout}.
   *
   * @throws UnweighableException for a class that the model does not cover
   */
  public DataSize retainedUnder(ObjectLayout layout) {
    requireOpen();
    return walks
        .withShapes(new ClassShapes(policy, ObjectSizes.under(layout)))
        .size(value, new RetainedOnlySet(rootReachable, sets.get()));
  }

  /**
   * Returns a profile of the objects that would be freed with the value, each under its shortest
   * path; see {@link ObjectGraph#retainedProfile}.
   *
   * @throws UnweighableException as {@link ObjectGraph#profile} does
   */
  public ProfileNode retainedProfile() {
    requireOpen();
    return ProfileNode.root(walks.tree(value, new RetainedOnlySet(rootReachable, sets.get())));
  }

  private void requireOpen() {
    if (isClosed) {
      throw new IllegalStateException(
          "a snapshot is valid only within the function passed to withSnapshot()");
    }
  }

  /** Closes this snapshot, since objects may move after the walk. */
  void close() {
    isClosed = true;
  }

  /**
   * Set in which every object reachable from the heap roots counts as visited already.
   *
   * @param rootReachable objects that the heap roots reach without going through the value
   * @param visited objects visited besides those
   */
  private record RetainedOnlySet(VisitedSet rootReachable, VisitedSet visited)
      implements VisitedSet {

    @Override
    public boolean add(Object holder, long offset, Object object) {
      return !rootReachable.contains(holder, offset, object) && visited.add(holder, offset, object);
    }

    @Override
    public boolean contains(Object holder, long offset, Object object) {
      return rootReachable.contains(holder, offset, object)
          || visited.contains(holder, offset, object);
    }
  }
}
