package dev.tare.internal.heap.hprof;

import dev.tare.internal.heap.set.IntColumn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Set;

/**
 * Graph of the objects of a heap dump that have references. Objects are numbered in the order of
 * the dump.
 *
 * <p>Objects without references, such as byte arrays, are left out unless the search needs them. An
 * object takes 44 to 68 bytes, and each of its references 4.
 */
final class DumpGraph {

  /** Largest number of objects, limited by the size of the {@link LongIntMap}. */
  private static final int MAX_OBJECTS = 300_000_000;

  private final DumpClasses classes;

  /** Numbers of the objects by their ids. */
  private final LongIntMap numbers;

  /** Ids of the objects by their numbers. */
  private final long[] ids;

  /** Position of each object's first reference, followed by the end of the last references. */
  private final int[] starts;

  /** Numbers of the targets of all references. */
  private final IntColumn targets = new IntColumn(1 << 12);

  private int targetCapacity = 1 << 12;

  /** Soft references with a referent, which is the last of their references. */
  private final BitSet softReferences = new BitSet();

  private final BitSet junitObjects = new BitSet();

  private DumpGraph(DumpClasses classes, int capacity) {
    this.classes = classes;
    this.numbers = new LongIntMap(capacity);
    this.ids = new long[capacity];
    this.starts = new int[capacity + 1];
  }

  /**
   * Reads the objects in two passes.
   *
   * @param required ids of objects that are included even if they have no references
   */
  static DumpGraph read(Path file, DumpOutline outline, DumpClasses classes, Set<Long> required)
      throws IOException {
    long capacity = (long) outline.objectArrayCount() + required.size();
    for (DumpClass type : classes.all()) {
      capacity +=
          (type.hasReferences() ? outline.instanceCount(type) : 0) + (type.isPermanent ? 0 : 1);
    }
    if (capacity > MAX_OBJECTS) {
      throw new IOException("it has " + capacity + " objects, more than can be searched");
    }
    DumpGraph graph = new DumpGraph(classes, (int) capacity);
    HprofReader.read(file, graph.new ObjectNumbering(required));
    HprofReader.read(file, graph.new ReferenceCollection());
    return graph;
  }

  /** Pass that numbers the objects. */
  private final class ObjectNumbering implements HprofVisitor {

    private final LongIntMap required;

    ObjectNumbering(Set<Long> required) {
      this.required = new LongIntMap(required.size());
      required.forEach(id -> this.required.putIfAbsent(id, 0));
    }

    private void add(long id, boolean hasReferences) {
      int number = numbers.size();
      if ((hasReferences || required.get(id) != LongIntMap.ABSENT)
          && numbers.putIfAbsent(id, number)) {
        ids[number] = id;
      }
    }

    @Override
    public void classDump(DumpClass type) {
      DumpClass known = classes.get(type.id);
      add(type.id, known != null && !known.isPermanent);
    }

    @Override
    public void instance(long id, long classId, int length, DumpInput input) throws IOException {
      add(id, classes.require(classId).hasReferences());
    }

    @Override
    public void objectArray(long id, long classId, int length, DumpInput input) {
      add(id, length > 0);
    }

    @Override
    public void primitiveArray(long id, int elementType, int length, DumpInput input) {
      add(id, false);
    }
  }

  /** Pass that collects the references of the numbered objects. */
  private final class ReferenceCollection implements HprofVisitor {

    private int nextObject;
    private int count;

    /** Starts the references of an object; returns false if the object has no number. */
    private boolean startObject(long id) {
      if (nextObject == numbers.size() || ids[nextObject] != id) {
        return false;
      }
      starts[nextObject++] = count;
      return true;
    }

    private void endObject() {
      starts[nextObject] = count;
    }

    private void add(long id) {
      int number = id == 0 ? LongIntMap.ABSENT : numbers.get(id);
      if (number == LongIntMap.ABSENT) {
        return;
      }
      if (count == targetCapacity) {
        targetCapacity += targetCapacity;
        targets.grow(targetCapacity);
      }
      targets.set(count++, number);
    }

    @Override
    public void classDump(DumpClass type) {
      DumpClass known = classes.get(type.id);
      if (startObject(type.id) && known != null && !known.isPermanent) {
        add(type.loader);
        add(type.superclass);
        add(type.signers);
        add(type.protectionDomain);
        type.statics.forEach(field -> add(field.value()));
      }
      endObject();
    }

    @Override
    public void instance(long id, long classId, int length, DumpInput input) throws IOException {
      if (!startObject(id)) {
        return;
      }
      DumpClass type = classes.require(classId);
      junitObjects.set(nextObject - 1, type.isJUnitClass);
      long referent = addReferences(type, input);
      if (!type.isPermanent) {
        add(classId);
      }
      if (referent != 0 && numbers.get(referent) != LongIntMap.ABSENT) {
        add(referent);
        softReferences.set(nextObject - 1);
      }
      endObject();
    }

    /**
     * Adds the references of an instance in the order of its fields. Returns the referent of a soft
     * reference, which is added later; 0 for other objects.
     */
    private long addReferences(DumpClass type, DumpInput input) throws IOException {
      long start = input.position();
      long referent = 0;
      boolean hasUnreadReferent = type.isSoftReference;
      for (DumpClass.ReferenceField field : type.references) {
        if (hasUnreadReferent && field.offset() > type.referentOffset) {
          referent = idAt(start + type.referentOffset, input);
          hasUnreadReferent = false;
        }
        add(idAt(start + field.offset(), input));
      }
      return hasUnreadReferent ? idAt(start + type.referentOffset, input) : referent;
    }

    private long idAt(long position, DumpInput input) throws IOException {
      input.skipTo(position);
      return input.id();
    }

    @Override
    public void objectArray(long id, long classId, int length, DumpInput input) throws IOException {
      if (!startObject(id)) {
        return;
      }
      for (int i = 0; i < length; i++) {
        add(input.id());
      }
      if (!classes.require(classId).isPermanent) {
        add(classId);
      }
      endObject();
    }

    @Override
    public void primitiveArray(long id, int elementType, int length, DumpInput input) {
      startObject(id);
      endObject();
    }
  }

  int size() {
    return numbers.size();
  }

  long id(int number) {
    return ids[number];
  }

  /** Returns the number of the object with an id; {@link LongIntMap#ABSENT} if it has none. */
  int number(long id) {
    return id == 0 ? LongIntMap.ABSENT : numbers.get(id);
  }

  /** Returns the position of the first reference of an object. */
  int referencesStart(int number) {
    return starts[number];
  }

  /** Returns the position after the last reference of an object to follow. */
  int referencesEnd(int number, boolean followSoft) {
    return starts[number + 1] - (!followSoft && softReferences.get(number) ? 1 : 0);
  }

  /** Returns whether an object belongs to JUnit, which holds objects for tests. */
  boolean isOfJUnit(int number) {
    return junitObjects.get(number);
  }

  /** Returns the number of the object that a reference leads to. */
  int target(int position) {
    return targets.get(position);
  }
}
