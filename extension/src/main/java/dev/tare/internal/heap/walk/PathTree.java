package dev.tare.internal.heap.walk;

import dev.tare.heap.RootPath;
import dev.tare.internal.heap.set.IntColumn;
import dev.tare.internal.heap.set.ObjectColumn;
import java.lang.ref.SoftReference;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Tree of the objects that a search has reached, each under its shortest path.
 *
 * <p>Only targets and objects with references to follow are stored, with their parent and the
 * number of the parent's reference: 12 bytes each with 4-byte references. A tree is reused when a
 * search is repeated, since allocation triggers the collections that invalidate a search.
 */
final class PathTree {

  /** Parent of an object that a root refers to; its slot is the number of the root. */
  static final int ROOT = -1;

  private static final int GROWTH = 1 << 12;

  /** Names of the classes of constants. */
  private static final Pattern CONSTANT =
      Pattern.compile(
          "java\\.lang\\.(String|Boolean|Byte|Character|Double|Float|Integer|Long|Short)");

  /** Location of a reference. */
  record Location(Object holder, long offset) {}

  /**
   * Path, and the last reference on it that belongs to the application; what a lambda or an inner
   * class captured only if there is no other.
   *
   * @param softReferences the soft references that the path leads through
   * @param reference the name of the reference; null if there is none
   * @param location the location of the reference; null if there is none
   */
  record LocatedPath(
      RootReference root,
      RootPath path,
      List<SoftReference<?>> softReferences,
      @Nullable String reference,
      @Nullable Location location) {

    /** Returns whether the root is a field with an enum constant, a string or a box. */
    boolean isConstant() {
      return root.subject() instanceof Field field
          && (field.isEnumConstant()
              || field.isSynthetic()
              || CONSTANT.matcher(path.type()).matches());
    }
  }

  private final SearchRoots roots;
  private final PathNames names;
  private final ObjectColumn objects = new ObjectColumn(GROWTH);
  private final IntColumn parents = new IntColumn(GROWTH);
  private final IntColumn slots = new IntColumn(GROWTH);
  private int capacity = GROWTH;
  private int size;

  PathTree(SearchRoots roots, PathNames names) {
    this.roots = roots;
    this.names = names;
  }

  int size() {
    return size;
  }

  Object get(int number) {
    return objects.get(number);
  }

  /** Empties the tree, so that it keeps no object alive. */
  void clear() {
    objects.clear(0);
    size = 0;
  }

  /**
   * Adds an object.
   *
   * @param parent the number of its parent, or {@link #ROOT}
   * @param slot the number of the parent's reference to it
   */
  void append(Object object, int parent, int slot) {
    if (size == capacity) {
      capacity += GROWTH;
      objects.grow(capacity);
      parents.grow(capacity);
      slots.grow(capacity);
    }
    objects.set(size, object);
    parents.set(size, parent);
    slots.set(size++, slot);
  }

  /** Returns the path to the object with a number. */
  LocatedPath path(int number) {
    List<RootPath.Step> steps = new ArrayList<>();
    List<SoftReference<?>> softReferences = new ArrayList<>();
    String reference = null;
    Location location = null;
    boolean canBeRemoved = false;
    int current = number;
    for (; parents.get(current) != ROOT; current = parents.get(current)) {
      Object holder = objects.get(parents.get(current));
      int slot = slots.get(current);
      steps.add(
          new RootPath.Step(
              names.referenceName(holder, slot), PathNames.typeName(objects.get(current))));
      if (slot == PathNames.TO_REFERENT) {
        softReferences.add((SoftReference<?>) holder);
      }
      String found = canBeRemoved ? null : names.applicationReference(holder, slot).orElse(null);
      if (found != null && (reference == null || !names.isCaptured(holder, slot))) {
        canBeRemoved = !names.isCaptured(holder, slot);
        reference = found;
        location = new Location(holder, names.offset(holder, slot));
      }
    }
    Collections.reverse(steps);
    RootReference root = roots.references().get(slots.get(current));
    if (!canBeRemoved
        && root.subject() instanceof Field field
        && PathNames.isOfTheApplication(field)) {
      reference = root.name();
      location = new Location(root.holder(), root.offset());
    }
    RootPath path =
        new RootPath(
            root.kind(), root.name(), PathNames.typeName(objects.get(current)), steps, null);
    return new LocatedPath(root, path, softReferences, reference, location);
  }
}
