package dev.tare.internal.heap.walk;

import dev.tare.heap.RootPath;
import dev.tare.internal.agent.JdkModules;
import dev.tare.internal.heap.memory.ClassShape;
import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.memory.DeclaredFields;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.walk.Columns.IntColumn;
import dev.tare.internal.heap.walk.Columns.ObjectColumn;
import dev.tare.internal.heap.walk.PathSearch.Stage;
import dev.tare.internal.heap.walk.PathSearch.TargetPath;
import dev.tare.internal.heap.walk.SearchRoots.RootReference;
import java.lang.ref.Reference;
import java.lang.ref.SoftReference;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

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

  /** Slot of the reference that every object has to its class. */
  static final int TO_CLASS = -1;

  /** Slot of the reference from a soft reference to its referent. */
  static final int TO_REFERENT = -2;

  private static final String THREAD_LOCAL_ENTRY = "java.lang.ThreadLocal$ThreadLocalMap$Entry";

  private static final int GROWTH = 1 << 12;

  /** Names of the classes of constants. */
  private static final Pattern CONSTANT =
      Pattern.compile(
          "java\\.lang\\.(String|Boolean|Byte|Character|Double|Float|Integer|Long|Short)");

  /** Location of a reference. */
  record Location(Object holder, long offset) {}

  private final SearchRoots roots;
  private final ClassShapes shapes;
  private final ObjectColumn objects = new ObjectColumn(GROWTH);
  private final IntColumn parents = new IntColumn(GROWTH);
  private final IntColumn slots = new IntColumn(GROWTH);
  private int capacity = GROWTH;
  private int size;

  /**
   * Creates an empty tree.
   *
   * @param shapes the references that the search follows
   */
  PathTree(SearchRoots roots, ClassShapes shapes) {
    this.roots = roots;
    this.shapes = shapes;
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

  /**
   * Returns the path to the object with a number.
   *
   * @param stage the stage that found the object
   */
  TargetPath path(int number, Stage stage) {
    List<RootPath.Step> steps = new ArrayList<>();
    List<SoftReference<?>> softReferences = new ArrayList<>();
    String reference = null;
    Location location = null;
    boolean canBeRemoved = false;
    int current = number;
    for (; parents.get(current) != ROOT; current = parents.get(current)) {
      Object holder = objects.get(parents.get(current));
      int slot = slots.get(current);
      steps.add(new RootPath.Step(referenceName(holder, slot), typeName(objects.get(current))));
      if (slot == TO_REFERENT) {
        softReferences.add((SoftReference<?>) holder);
      }
      String found = canBeRemoved ? null : applicationReference(holder, slot).orElse(null);
      if (found != null && (reference == null || !isCaptured(holder, slot))) {
        canBeRemoved = !isCaptured(holder, slot);
        reference = found;
        location = new Location(holder, offset(holder, slot));
      }
    }
    Collections.reverse(steps);
    RootReference root = roots.references().get(slots.get(current));
    if (!canBeRemoved && root.subject() instanceof Field field && isOfTheApplication(field)) {
      reference = root.name();
      location = new Location(root.holder(), root.offset());
    }
    RootPath path =
        new RootPath(root.kind(), root.name(), typeName(objects.get(current)), steps, null);
    return new TargetPath(stage, path, isConstant(root, path), softReferences, reference, location);
  }

  /** Returns the name of an object's class; for a class, its own name followed by .class. */
  static String typeName(Object object) {
    return object instanceof Class<?> type
        ? ClassShape.className(type) + ".class"
        : ClassShape.className(object.getClass());
  }

  /** Returns the name of a reference in its object: {@code .table} or {@code [11]}. */
  String referenceName(Object holder, int slot) {
    if (slot == TO_CLASS) {
      return ".getClass()";
    }
    if (slot == TO_REFERENT) {
      return ".referent";
    }
    if (holder.getClass().isArray()) {
      return "[" + slot + "]";
    }
    String[] names = shapes.of(holder).names;
    return "." + (slot < names.length ? names[slot] : field(holder, slot).getName());
  }

  /**
   * Returns the name of a reference that the application can remove: a field of one of its classes,
   * or a thread local; empty for a reference within objects of the JDK.
   */
  Optional<String> applicationReference(Object holder, int slot) {
    if (slot < 0 || holder.getClass().isArray()) {
      return Optional.empty();
    }
    Field field = field(holder, slot);
    if (field.getDeclaringClass().getName().equals(THREAD_LOCAL_ENTRY)) {
      return Optional.of("thread local " + threadLocalName((Reference<?>) holder));
    }
    return isOfTheApplication(field) ? Optional.of(fieldName(field)) : Optional.empty();
  }

  /** Returns whether a lambda or an inner class captured the object, which no code can remove. */
  boolean isCaptured(Object holder, int slot) {
    Field field = field(holder, slot);
    return field.isSynthetic() || field.getDeclaringClass().isHidden();
  }

  static boolean isOfTheApplication(Field field) {
    return !JdkModules.isOfTheJdk(field.getDeclaringClass());
  }

  /** Returns the class and name of a field, or which object a lambda captured. */
  static String fieldName(Field field) {
    return DeclaredFields.displayName(
        ClassShape.className(field.getDeclaringClass()), field.getName());
  }

  /** Returns the offset of a field in its object, or of a static field in its class. */
  long offset(Object holder, int slot) {
    long[] offsets = shapes.of(holder).offsets;
    return slot < offsets.length ? offsets[slot] : ObjectMemory.staticOffset(field(holder, slot));
  }

  /** Returns whether the root is a field with an enum constant, a string or a box. */
  private static boolean isConstant(RootReference root, RootPath path) {
    return root.subject() instanceof Field field
        && (field.isEnumConstant()
            || field.isSynthetic()
            || CONSTANT.matcher(path.type()).matches());
  }

  private Field field(Object holder, int slot) {
    long[] offsets = shapes.of(holder).offsets;
    return slot < offsets.length
        ? DeclaredFields.fieldAt(holder.getClass(), offsets[slot])
        : roots.staticsOf((Class<?>) holder).get(slot - offsets.length);
  }

  /** Returns the static field that holds the thread local of a map entry, or its class. */
  private String threadLocalName(Reference<?> entry) {
    Object local = entry.get();
    if (local == null) {
      return "whose ThreadLocal object was collected";
    }
    for (RootReference root : roots.references()) {
      if (root.subject() instanceof Field field
          && ObjectMemory.reference(root.holder(), root.offset()) == local) {
        return fieldName(field);
      }
    }
    return "of class " + ClassShape.className(local.getClass());
  }
}
