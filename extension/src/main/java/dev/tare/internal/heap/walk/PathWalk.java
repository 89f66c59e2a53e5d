package dev.tare.internal.heap.walk;

import dev.tare.internal.heap.memory.ClassShape.ReferenceVisitor;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.walk.ClassTallies.ClassTally;
import dev.tare.internal.heap.walk.PathSearch.TargetPath;
import dev.tare.internal.heap.walk.SearchRoots.RootReference;
import java.lang.ref.SoftReference;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Breadth-first walk from the heap roots that searches for objects. Its results are valid only if
 * no object moves during the walk.
 */
final class PathWalk {

  /** Number of objects scanned between two checks whether the visited set is still valid. */
  private static final int CHECK_INTERVAL = 1 << 13;

  private final SearchRoots roots;
  private final PathTree tree;
  private final VisitedSet visited;
  private final ClassTallies tallies;
  private final ClassTally root = ClassTally.ofSingleReference();
  private final Object[] targets;

  /** The targets by address: an identity hash in each object of their classes would stay there. */
  private final VisitedSet targetSet;

  private final IdentityHashMap<Object, Integer> targetNumbers = new IdentityHashMap<>();

  /** Number of each target in the tree. */
  private final int[] treeNumbers;

  /** Stage in which each target was found. */
  private final PathSearch.@Nullable Stage[] stages;

  /** Array that holds an object, for sets that need a reference to it. */
  private final @Nullable Object[] cell = new @Nullable Object[1];

  private final long cellOffset = ObjectMemory.arrayBase(Object[].class);
  private final PathTree.@Nullable Location omitted;
  private PathSearch.Stage stage = PathSearch.Stage.STRONG;

  /** Tree numbers of objects of JUnit that the first stage has reached but not entered. */
  private final List<Integer> unenteredJUnitObjects = new ArrayList<>();

  private int missingTargets;
  private int head;

  /** Tally and tree number of the object whose references are followed. */
  private ClassTally scanned = root;

  private int scannedNumber;

  private final ReferenceVisitor followScanned =
      (holder, offset, slot) -> follow(holder, offset, scanned, slot, scannedNumber, slot);

  /**
   * Creates a walk.
   *
   * @param sets creates empty sets of objects
   * @param targets distinct objects to find
   * @param omitted a reference that is not followed; null for none
   */
  PathWalk(
      SearchRoots roots,
      PathTree tree,
      Supplier<VisitedSet> sets,
      ClassTallies tallies,
      List<?> targets,
      PathTree.@Nullable Location omitted) {
    this.roots = roots;
    this.tree = tree;
    this.visited = sets.get();
    this.targetSet = sets.get();
    this.tallies = tallies;
    this.targets = targets.toArray();
    this.omitted = omitted;
    this.treeNumbers = new int[this.targets.length];
    this.stages = new PathSearch.Stage[this.targets.length];
    for (int i = 0; i < treeNumbers.length; i++) {
      tallies.of(this.targets[i]).hasTargets = true;
      cell[0] = this.targets[i];
      targetSet.add(cell, cellOffset, this.targets[i]);
      targetNumbers.put(this.targets[i], i);
    }
    this.missingTargets = targetNumbers.size();
    tree.clear();
    for (int i = roots.heldBackStart(); i < roots.references().size(); i++) {
      markVisited(roots.references().get(i).subject());
    }
  }

  /**
   * Walks from the roots, stage by stage until all targets are found or a last stage has ended, and
   * returns the path to each target.
   */
  List<Optional<TargetPath>> walk(PathSearch.Stage last) {
    walkFromRoots(0, roots.certainEnd());
    if (begins(PathSearch.Stage.HELD_BACK, last)) {
      enterHeldBack();
    }
    if (begins(PathSearch.Stage.LOADERS, last)) {
      walkFromRoots(roots.certainEnd(), roots.heldBackStart());
    }
    if (begins(PathSearch.Stage.SOFT, last)) {
      followSoftReferences();
    }
    List<Optional<TargetPath>> paths = new ArrayList<>();
    for (int i = 0; i < targets.length; i++) {
      PathSearch.Stage found = stages[i];
      paths.add(found == null ? Optional.empty() : Optional.of(tree.path(treeNumbers[i], found)));
    }
    return paths;
  }

  private boolean begins(PathSearch.Stage next, PathSearch.Stage last) {
    boolean begins = missingTargets > 0 && last.compareTo(next) >= 0;
    stage = begins ? next : stage;
    return begins;
  }

  private void markVisited(Object object) {
    cell[0] = object;
    visited.add(cell, cellOffset, object);
  }

  private void enterHeldBack() {
    for (int i = roots.heldBackStart(); i < roots.references().size(); i++) {
      Object object = roots.references().get(i).subject();
      add(object, tallies.of(object), PathTree.ROOT, i);
    }
    for (int number : unenteredJUnitObjects) {
      Object object = tree.get(number);
      scan(object, tallies.of(object), number);
    }
    unenteredJUnitObjects.clear();
    drain();
  }

  private void walkFromRoots(int from, int to) {
    boolean isCertain = from == 0;
    for (int i = from; i < to; i++) {
      RootReference reference = roots.references().get(i);
      if (isCertain || canBeRoot(loader(reference.subject()))) {
        follow(reference.holder(), reference.offset(), root, 0, PathTree.ROOT, i);
      }
    }
    drain();
  }

  /** Returns whether something other than a target may keep a class loader alive. */
  private boolean canBeRoot(@Nullable ClassLoader loader) {
    for (Object target : targets) {
      if (target == loader || (target instanceof Class<?> && loader(target) == loader)) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable ClassLoader loader(Object subject) {
    if (subject instanceof Field field) {
      return field.getDeclaringClass().getClassLoader();
    }
    return subject instanceof Class<?> type ? type.getClassLoader() : (ClassLoader) subject;
  }

  private void followSoftReferences() {
    for (int from = 0; from < tree.size() && missingTargets > 0; ) {
      int to = tree.size();
      for (int i = from; i < to; i++) {
        if (tree.get(i) instanceof SoftReference<?> reference) {
          Object referent = ObjectMemory.referent(reference);
          if (referent != null) {
            cell[0] = referent;
            follow(cell, cellOffset, root, 0, i, PathTree.TO_REFERENT);
          }
        }
      }
      drain();
      from = to;
    }
  }

  private void drain() {
    while (head < tree.size() && missingTargets > 0) {
      if ((head & (CHECK_INTERVAL - 1)) == 0) {
        visited.requireValid();
      }
      int number = head++;
      Object object = tree.get(number);
      ClassTally tally = tallies.of(object);
      if (tally.isOfJUnit && stage == PathSearch.Stage.STRONG) {
        unenteredJUnitObjects.add(number);
      } else {
        scan(object, tally, number);
      }
    }
  }

  private void scan(Object object, ClassTally tally, int number) {
    scanned = tally;
    scannedNumber = number;
    tally.shape.scan(object, followScanned);
    if (!tally.classFollowed) {
      tally.classFollowed = true;
      cell[0] = object.getClass();
      follow(cell, cellOffset, root, 0, number, PathTree.TO_CLASS);
    }
    if (object instanceof Class<?> type) {
      scanStatics(type, tally.offsets.length, number);
    }
  }

  private void scanStatics(Class<?> type, int first, int number) {
    List<Field> fields = roots.staticsOf(type);
    for (int i = 0; i < fields.size(); i++) {
      RootReference field = RootReference.of(fields.get(i));
      follow(field.holder(), field.offset(), root, 0, number, first + i);
    }
  }

  private void follow(
      Object holder, long offset, ClassTally from, int reference, int parent, int slot) {
    PathTree.Location skipped = omitted;
    if (skipped != null && holder == skipped.holder() && offset == skipped.offset()) {
      return;
    }
    Object target = visited.next(holder, offset);
    if (target != null) {
      add(target, from.tallyOf(reference, target, tallies), parent, slot);
    }
  }

  private void add(Object object, ClassTally tally, int parent, int slot) {
    Integer target = tally.hasTargets && isTarget(object) ? targetNumbers.get(object) : null;
    if (target != null) {
      treeNumbers[target] = tree.size();
      stages[target] = stage;
      missingTargets--;
    }
    if (leadsFurther(object, tally) || target != null) {
      tree.append(object, parent, slot);
    }
  }

  private boolean isTarget(Object object) {
    cell[0] = object;
    return targetSet.contains(cell, cellOffset, object);
  }

  /** Returns whether an object has references to follow, that to its class included. */
  private boolean leadsFurther(Object object, ClassTally tally) {
    if (!tally.classFollowed && roots.isPermanent(object.getClass())) {
      tally.classFollowed = true; // its class is a root
    }
    return tally.followed || !tally.classFollowed;
  }
}
