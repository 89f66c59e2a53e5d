package dev.tare.internal.heap.walk;

import dev.tare.heap.RootPath;
import dev.tare.internal.heap.memory.ClassShape;
import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.set.IntColumn;
import dev.tare.internal.heap.set.ObjectColumn;
import dev.tare.internal.heap.set.VisitedSet;
import dev.tare.internal.heap.set.VisitedSetChoice;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Breadth-first search for objects, from all heap roots along strong references.
 *
 * <p>Only objects that lead further are stored, with their parent and the number of the parent's
 * reference: 12 bytes each with 4-byte references. The columns are reused when a search is
 * repeated, since allocation triggers the collections that invalidate it.
 */
public final class PathSearch {

  /** Parent of an object that a root refers to; its slot is the number of the root. */
  private static final int ROOT = -1;

  private static final int NOT_FOUND = -1;

  /** Number of objects scanned between two checks whether the visited set is still valid. */
  private static final int CHECK_INTERVAL = 1 << 13;

  /** Location of a reference that a search does not follow. */
  private record Omitted(Object holder, long offset) {}

  /**
   * A path with what is needed to search again without its last reference of the application.
   *
   * @param reference the name of that reference; null if there is none
   */
  private record Found(RootPath path, @Nullable String reference, @Nullable Omitted omitted) {}

  private final SearchRoots roots;
  private final ClassShapes shapes;
  private final List<?> notEntered;
  private final Set<String> unread;
  private final PathNames names;
  private final ObjectColumn objects = new ObjectColumn(1 << 12);
  private final IntColumn parents = new IntColumn(1 << 12);
  private final IntColumn slots = new IntColumn(1 << 12);
  private int capacity = 1 << 12;

  /**
   * Creates a search.
   *
   * @param shapes the references to follow
   * @param notEntered objects through which no path leads
   */
  public PathSearch(ClassShapes shapes, HeapRoots roots, List<?> notEntered) {
    this.shapes = shapes;
    this.notEntered = notEntered;
    this.roots = SearchRoots.of(roots);
    this.unread = new TreeSet<>(roots.unread());
    this.names = new PathNames(shapes, this.roots);
  }

  /** Returns the names of classes whose fields could not be listed and were not followed. */
  public List<String> unread() {
    return List.copyOf(unread);
  }

  /**
   * Returns the shortest path to each target; empty for a target that no visible root reaches.
   *
   * @param targets distinct objects
   * @param proved the number of paths, from the first on, for which a second search looks for the
   *     target without the last reference of the application
   */
  public List<Optional<RootPath>> paths(List<?> targets, int proved) {
    List<Optional<Found>> found = search(targets, null);
    List<Optional<RootPath>> paths = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      Object target = targets.get(i);
      boolean prove = i < proved;
      paths.add(found.get(i).map(one -> prove ? proved(one, target) : one.path));
    }
    return paths;
  }

  private RootPath proved(Found found, Object target) {
    if (found.reference == null || found.omitted == null) {
      return found.path;
    }
    RootPath path = found.path;
    String stillHeldBy =
        search(List.of(target), found.omitted)
            .get(0)
            .map(other -> other.path.description())
            .orElse(null);
    return new RootPath(
        path.kind(),
        path.root(),
        path.type(),
        path.steps(),
        new RootPath.Cut(found.reference, stillHeldBy));
  }

  private List<Optional<Found>> search(List<?> targets, @Nullable Omitted omitted) {
    Function<Supplier<VisitedSet>, List<Optional<Found>>> walk =
        sets -> new Attempt(sets.get(), targets.toArray(), omitted).run();
    return VisitedSetChoice.walk(walk);
  }

  /** One search, which is valid if no object moves during it. */
  private final class Attempt {

    private final VisitedSet visited;
    private final ClassTallies tallies = ClassTallies.lenient(shapes, type -> true, unread);
    private final ClassTally root = ClassTally.ofSingleReference();
    private final Object[] targets;

    /** The classes of the targets, so that few objects are compared with them. */
    private final Set<Class<?>> targetTypes = new HashSet<>();

    private final IdentityHashMap<Object, Integer> targetNumbers = new IdentityHashMap<>();
    private final int[] found;
    private final @Nullable Object omittedHolder;
    private final long omittedOffset;
    private final Object[] cell = new Object[1];
    private final long cellOffset = ObjectMemory.arrayBase(Object[].class);
    private int missing;
    private int count;
    private int head;

    Attempt(VisitedSet visited, Object[] targets, @Nullable Omitted omitted) {
      this.visited = visited;
      this.targets = targets;
      this.omittedHolder = omitted == null ? null : omitted.holder;
      this.omittedOffset = omitted == null ? 0 : omitted.offset;
      this.found = new int[targets.length];
      for (int i = 0; i < targets.length; i++) {
        targetTypes.add(targets[i].getClass());
        targetNumbers.put(targets[i], i);
      }
      this.missing = targetNumbers.size();
    }

    List<Optional<Found>> run() {
      Arrays.fill(found, NOT_FOUND);
      for (Object object : notEntered) {
        cell[0] = object;
        visited.add(cell, cellOffset, object);
      }
      begin(0, roots.certain());
      drain();
      if (missing > 0) {
        begin(roots.certain(), roots.references().size());
        drain();
      }
      List<Optional<Found>> paths = new ArrayList<>();
      for (int number : found) {
        paths.add(number == NOT_FOUND ? Optional.empty() : Optional.of(path(number)));
      }
      objects.clear(0);
      return paths;
    }

    private void begin(int from, int to) {
      boolean certain = from == 0;
      for (int i = from; i < to; i++) {
        RootReference reference = roots.references().get(i);
        if (certain || !belongsToATarget(reference.subject())) {
          follow(reference.holder(), reference.offset(), root, 0, ROOT, i);
        }
      }
    }

    /** Returns whether an uncertain root is alive only as long as a target is. */
    private boolean belongsToATarget(Object subject) {
      ClassLoader loader = loader(subject);
      for (Object target : targets) {
        if (target == loader || (target instanceof Class<?> && loader(target) == loader)) {
          return true;
        }
      }
      return false;
    }

    private static @Nullable ClassLoader loader(Object subject) {
      if (subject instanceof Field field) {
        return field.getDeclaringClass().getClassLoader();
      }
      return subject instanceof Class<?> type ? type.getClassLoader() : (ClassLoader) subject;
    }

    private void drain() {
      while (head < count && missing > 0) {
        if ((head & (CHECK_INTERVAL - 1)) == 0) {
          visited.requireValid();
        }
        Object object = objects.get(head);
        scan(object, tallies.of(object), head++);
      }
    }

    private void scan(Object object, ClassTally tally, int number) {
      if (tally.isReferenceArray) {
        ClassShape shape = tally.shape;
        int length = Array.getLength(object);
        for (int i = 0; i < length; i++) {
          follow(object, shape.base + (long) i * shape.scale, tally, 0, number, i);
        }
      } else {
        long[] offsets = tally.offsets;
        for (int i = 0; i < offsets.length; i++) {
          follow(object, offsets[i], tally, i, number, i);
        }
      }
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
      if (holder == omittedHolder && offset == omittedOffset) {
        return;
      }
      Object target = visited.next(holder, offset);
      if (target != null) {
        add(target, from.next(reference, target, tallies), parent, slot);
      }
    }

    private void add(Object object, ClassTally tally, int parent, int slot) {
      Integer target = targetTypes.contains(object.getClass()) ? targetNumbers.get(object) : null;
      boolean isTarget = target != null;
      if (target != null) {
        found[target] = count;
        missing--;
      }
      if (!tally.classFollowed && roots.isPermanent(object.getClass())) {
        tally.classFollowed = true; // its class is a root
      }
      if (isTarget || tally.followed || !tally.classFollowed) {
        append(object, parent, slot);
      }
    }

    private void append(Object object, int parent, int slot) {
      if (count == capacity) {
        capacity += 1 << 12;
        objects.grow(capacity);
        parents.grow(capacity);
        slots.grow(capacity);
      }
      objects.set(count, object);
      parents.set(count, parent);
      slots.set(count++, slot);
    }

    private Found path(int number) {
      List<RootPath.Step> steps = new ArrayList<>();
      String reference = null;
      Omitted last = null;
      int at = number;
      for (; parents.get(at) != ROOT; at = parents.get(at)) {
        Object holder = objects.get(parents.get(at));
        int slot = slots.get(at);
        steps.add(0, new RootPath.Step(names.step(holder, slot), PathNames.type(objects.get(at))));
        if (reference == null) {
          reference = names.ofTheApplication(holder, slot).orElse(null);
          last = reference == null ? null : new Omitted(holder, names.offset(holder, slot));
        }
      }
      RootReference begin = roots.references().get(slots.get(at));
      if (reference == null
          && begin.subject() instanceof Field field
          && PathNames.isOfTheApplication(field)) {
        reference = begin.name();
        last = new Omitted(begin.holder(), begin.offset());
      }
      RootPath path =
          new RootPath(begin.kind(), begin.name(), PathNames.type(objects.get(at)), steps, null);
      return new Found(path, reference, last);
    }
  }
}
