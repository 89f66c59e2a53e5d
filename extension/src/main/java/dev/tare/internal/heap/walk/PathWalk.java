package dev.tare.internal.heap.walk;

import dev.tare.internal.heap.memory.ClassShape.ReferenceVisitor;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.set.VisitedSet;
import java.lang.ref.SoftReference;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Breadth-first walk from the heap roots that searches for objects. Its results are valid only if
 * no object moves during the walk.
 */
final class PathWalk {

  static final int NOT_FOUND = -1;

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
  private PathTree.@Nullable Location omitted;
  private PathSearch.Stage stage = PathSearch.Stage.STRONG;

  private final boolean walksAroundTarget;

  /** Tree numbers of objects of JUnit that the first stage has reached but not entered. */
  private final List<Integer> unenteredJUnitObjects = new ArrayList<>();

  /** Class loaders that are not roots of this walk. */
  private final Set<ClassLoader> heldLoaders;

  /** Tree number of the target that the walk reaches but does not enter. */
  private int bypassedTarget = NOT_FOUND;

  /** Whether objects that the walk reaches are counted as retained. */
  private boolean isCounting;

  private long retainedObjects;
  private long retainedBytes;

  private int missingTargets;
  private int head;

  /** Tally and tree number of the object whose references are followed. */
  private ClassTally scanned = root;

  private int scannedNumber;

  private final ReferenceVisitor followScanned =
      (holder, offset, slot) ->
          follow(holder, offset, scanned, scanned.isReferenceArray ? 0 : slot, scannedNumber, slot);

  /**
   * Creates a walk.
   *
   * @param sets creates empty sets of objects
   * @param targets distinct objects to find
   * @param omitted a reference that is not followed; null for none
   * @param walksAroundTarget whether the walk continues after its only target was found, without
   *     entering the target; otherwise it ends when all targets are found
   * @param heldLoaders class loaders that are not among the roots of {@link
   *     PathSearch.Stage#LOADERS}
   */
  PathWalk(
      SearchRoots roots,
      PathTree tree,
      Supplier<VisitedSet> sets,
      ClassTallies tallies,
      List<?> targets,
      PathTree.@Nullable Location omitted,
      boolean walksAroundTarget,
      Set<ClassLoader> heldLoaders) {
    this.roots = roots;
    this.tree = tree;
    this.visited = sets.get();
    this.targetSet = sets.get();
    this.tallies = tallies;
    this.targets = targets.toArray();
    this.omitted = omitted;
    this.walksAroundTarget = walksAroundTarget;
    this.heldLoaders = heldLoaders;
    this.treeNumbers = new int[this.targets.length];
    this.stages = new PathSearch.Stage[this.targets.length];
    Arrays.fill(treeNumbers, NOT_FOUND);
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

  /** Returns the number of a target in the tree; {@link #NOT_FOUND} if it was not found. */
  int treeNumber(int target) {
    return treeNumbers[target];
  }

  /** Returns the stage in which a target was found; null if it was not found. */
  PathSearch.@Nullable Stage stage(int target) {
    return stages[target];
  }

  /** Walks from the roots, stage by stage until all targets are found or a last stage has ended. */
  void walk(PathSearch.Stage last) {
    walkFromRoots(0, roots.certainEnd());
    if (missingTargets > 0 && last.compareTo(PathSearch.Stage.HELD_BACK) >= 0) {
      stage = PathSearch.Stage.HELD_BACK;
      enterHeldBack();
    }
    if ((missingTargets > 0 || walksAroundTarget)
        && last.compareTo(PathSearch.Stage.LOADERS) >= 0) {
      stage = PathSearch.Stage.LOADERS;
      walkFromRoots(roots.certainEnd(), roots.heldBackStart());
    }
    if (missingTargets > 0 && last == PathSearch.Stage.SOFT) {
      stage = PathSearch.Stage.SOFT;
      followSoftReferences();
    }
  }

  /** Walks from the certain roots and returns the class loaders that they hold. */
  Set<ClassLoader> heldLoaders() {
    walkFromRoots(0, roots.certainEnd());
    Set<ClassLoader> held = Collections.newSetFromMap(new IdentityHashMap<>());
    for (int i = roots.certainEnd(); i < roots.heldBackStart(); i++) {
      ClassLoader loader = loader(roots.references().get(i).subject());
      cell[0] = loader;
      if (loader != null && visited.contains(cell, cellOffset, loader)) {
        held.add(loader);
      }
    }
    return held;
  }

  /**
   * Continues the walk to everything else that the roots reach, and then from a target that it has
   * not entered.
   *
   * @return the target and the objects that only the target keeps alive
   */
  PathSearch.RetainedObjects retainedBy(Object target) {
    PathTree.Location location = omitted;
    omitted = null;
    if (location != null) {
      follow(location.holder(), location.offset(), root, 0, PathTree.ROOT, 0);
    }
    enterHeldBack();
    markVisited(target);
    bypassedTarget = NOT_FOUND;
    isCounting = true;
    ClassTally tally = tallies.of(target);
    count(target, tally);
    if (leadsFurther(target, tally)) {
      tree.append(target, PathTree.ROOT, 0);
    }
    drain();
    return new PathSearch.RetainedObjects(retainedObjects, retainedBytes);
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
    return !heldLoaders.contains(loader);
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
            follow(cell, cellOffset, root, 0, i, PathNames.TO_REFERENT);
          }
        }
      }
      drain();
      from = to;
    }
  }

  private void drain() {
    while (head < tree.size() && (missingTargets > 0 || walksAroundTarget)) {
      if ((head & (CHECK_INTERVAL - 1)) == 0) {
        visited.requireValid();
      }
      int number = head++;
      if (number != bypassedTarget) {
        Object object = tree.get(number);
        ClassTally tally = tallies.of(object);
        if (tally.isOfJUnit && stage == PathSearch.Stage.STRONG) {
          unenteredJUnitObjects.add(number);
        } else {
          scan(object, tally, number);
        }
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
      follow(cell, cellOffset, root, 0, number, PathNames.TO_CLASS);
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
      bypassedTarget = walksAroundTarget ? tree.size() : NOT_FOUND;
    }
    count(object, tally);
    if (leadsFurther(object, tally) || target != null) {
      tree.append(object, parent, slot);
    }
  }

  private boolean isTarget(Object object) {
    cell[0] = object;
    return targetSet.contains(cell, cellOffset, object);
  }

  private void count(Object object, ClassTally tally) {
    if (isCounting) {
      retainedObjects++;
      retainedBytes += object instanceof Class<?> ? 0 : tally.shape.sizeOf(object);
    }
  }

  /** Returns whether an object has references to follow, that to its class included. */
  private boolean leadsFurther(Object object, ClassTally tally) {
    if (!tally.classFollowed && roots.isPermanent(object.getClass())) {
      tally.classFollowed = true; // its class is a root
    }
    return tally.followed || !tally.classFollowed;
  }
}
