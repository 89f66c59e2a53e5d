package dev.tare.heap;

import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.memory.DeclaredFields;
import dev.tare.internal.heap.memory.ObjectSizes;
import dev.tare.internal.heap.memory.ReferencePolicy;
import dev.tare.internal.heap.set.VisitedSet;
import dev.tare.internal.heap.walk.ClassTallies;
import dev.tare.internal.heap.walk.DepthFirst;
import dev.tare.internal.heap.walk.HeapRoots;
import dev.tare.unit.DataSize;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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
  private final VisitedSet shared;
  private final Set<String> unread;
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
    this.unread = new TreeSet<>(roots.unread());
    ClassTallies tallies = ClassTallies.lenient(walks.strong(), WalkScope::ofHeap, unread);
    VisitedSet rootReachable = sets.get();
    DepthFirst walk = new DepthFirst(rootReachable, tallies);
    walk.skip(value);
    roots.walk(walk, walks.strong().of(Object.class));
    this.shared = new SharedSet(rootReachable, new HashMap<>());
  }

  /**
   * Returns what would be freed with the value and what would not; see {@link
   * ObjectGraph#retained}.
   *
   * @throws UnweighableException as {@link ObjectGraph#sizeOf} does
   */
  public RetainedFootprint retention() {
    requireOpen();
    return walks.retainedFootprint(value, shared, sets.get(), new ArrayList<>(unread));
  }

  /** Returns one shared object of each path from the value, those of the largest paths first. */
  List<Object> sharedObjects() {
    requireOpen();
    return walks.sharedObjects(value, shared, sets.get());
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
        .size(value, new RetainedOnlySet(shared, sets.get()));
  }

  /**
   * Returns a profile of the objects that would be freed with the value, each under its shortest
   * path; see {@link ObjectGraph#retainedProfile}.
   *
   * @throws UnweighableException as {@link ObjectGraph#profile} does
   */
  public ProfileNode retainedProfile() {
    requireOpen();
    return ProfileNode.root(walks.tree(value, new RetainedOnlySet(shared, sets.get())));
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
   * Set of the objects that others hold too.
   *
   * @param rootReachable objects that the heap roots reach without going through the value
   * @param callSiteConstants whether the objects of a hidden class are constants of a call site
   */
  private record SharedSet(VisitedSet rootReachable, Map<Class<?>, Boolean> callSiteConstants)
      implements VisitedSet {

    @Override
    public boolean add(Object holder, long offset, Object object) {
      return rootReachable.add(holder, offset, object);
    }

    @Override
    public boolean contains(Object holder, long offset, Object object) {
      Class<?> type = object.getClass();
      return rootReachable.contains(holder, offset, object)
          || (type.isHidden()
              && callSiteConstants.computeIfAbsent(type, DeclaredFields::isCallSiteConstant));
    }
  }

  /**
   * Set in which every shared object counts as visited already.
   *
   * @param visited objects visited besides those
   */
  private record RetainedOnlySet(VisitedSet shared, VisitedSet visited) implements VisitedSet {

    @Override
    public boolean add(Object holder, long offset, Object object) {
      return !shared.contains(holder, offset, object) && visited.add(holder, offset, object);
    }

    @Override
    public boolean contains(Object holder, long offset, Object object) {
      return shared.contains(holder, offset, object) || visited.contains(holder, offset, object);
    }
  }
}
