package dev.tare.internal.heap.hprof;

import dev.tare.internal.heap.set.IntColumn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Set;

/**
 * Objects of a heap dump that lead to others, numbered in their order, and their references.
 *
 * <p>Objects without references, such as byte arrays, have no number unless they are searched. An
 * object with a number takes 44 to 68 bytes, and each of its references 4.
 */
final class DumpGraph {

  /** Largest number of objects with numbers that the table can hold. */
  private static final int MOST = 300_000_000;

  private final DumpClasses classes;
  private final LongTable numbers;
  private final long[] ids;

  /** The position of the first reference of each object; and the end of the last one's. */
  private final int[] starts;

  private final IntColumn references = new IntColumn(1 << 12);
  private int capacity = 1 << 12;

  /** The objects whose last reference is the referent of a soft reference. */
  private final BitSet soft = new BitSet();

  private final BitSet ofJUnit = new BitSet();

  private DumpGraph(DumpClasses classes, int capacity) {
    this.classes = classes;
    this.numbers = new LongTable(capacity);
    this.ids = new long[capacity];
    this.starts = new int[capacity + 1];
  }

  /**
   * Reads the objects in two passes.
   *
   * @param searched ids of objects that are always numbered
   */
  static DumpGraph read(Path file, DumpOutline outline, DumpClasses classes, Set<Long> searched)
      throws IOException {
    long capacity = (long) outline.objectArrays() + searched.size();
    for (DumpClass type : classes.all()) {
      capacity += (type.leadsFurther() ? outline.instances(type) : 0) + (type.permanent ? 0 : 1);
    }
    if (capacity > MOST) {
      throw new IOException("it has " + capacity + " objects, more than can be searched");
    }
    DumpGraph graph = new DumpGraph(classes, (int) capacity);
    HprofReader.read(file, graph.new Objects(searched));
    HprofReader.read(file, graph.new References());
    return graph;
  }

  /** Numbers the objects. */
  private final class Objects implements HprofVisitor {

    private final LongTable searched;

    Objects(Set<Long> searched) {
      this.searched = new LongTable(searched.size());
      searched.forEach(id -> this.searched.add(id, 0));
    }

    private void add(long id, boolean leadsFurther) {
      int number = numbers.size();
      if ((leadsFurther || searched.get(id) != LongTable.ABSENT) && numbers.add(id, number)) {
        ids[number] = id;
      }
    }

    @Override
    public void classDump(DumpClass type) {
      DumpClass known = classes.get(type.id);
      add(type.id, known != null && !known.permanent);
    }

    @Override
    public void instance(long id, long classId, int length, DumpInput input) throws IOException {
      add(id, classes.require(classId).leadsFurther());
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

  /** Adds the references of the objects, in the same order. */
  private final class References implements HprofVisitor {

    private int next;
    private int count;

    /** Returns whether an object is the next one with a number. */
    private boolean begin(long id) {
      if (next == numbers.size() || ids[next] != id) {
        return false;
      }
      starts[next++] = count;
      return true;
    }

    private void add(long id) {
      int number = id == 0 ? LongTable.ABSENT : numbers.get(id);
      if (number == LongTable.ABSENT) {
        return;
      }
      if (count == capacity) {
        capacity += capacity;
        references.grow(capacity);
      }
      references.set(count++, number);
    }

    @Override
    public void classDump(DumpClass type) {
      DumpClass known = classes.get(type.id);
      if (begin(type.id) && known != null && !known.permanent) {
        add(type.loader);
        add(type.superclass);
        add(type.signers);
        add(type.domain);
        type.statics.forEach(field -> add(field.value()));
      }
      starts[next] = count;
    }

    @Override
    public void instance(long id, long classId, int length, DumpInput input) throws IOException {
      if (!begin(id)) {
        return;
      }
      DumpClass type = classes.require(classId);
      ofJUnit.set(next - 1, type.ofJUnit);
      long content = input.position();
      long referent = 0;
      boolean awaitsReferent = type.soft;
      for (DumpClass.Reference reference : type.references) {
        if (awaitsReferent && reference.offset() > type.referentOffset) {
          input.skipTo(content + type.referentOffset);
          referent = input.id();
          awaitsReferent = false;
        }
        input.skipTo(content + reference.offset());
        add(input.id());
      }
      if (awaitsReferent) {
        input.skipTo(content + type.referentOffset);
        referent = input.id();
      }
      if (!type.permanent) {
        add(classId);
      }
      if (referent != 0 && numbers.get(referent) != LongTable.ABSENT) {
        add(referent);
        soft.set(next - 1);
      }
      starts[next] = count;
    }

    @Override
    public void objectArray(long id, long classId, int length, DumpInput input) throws IOException {
      if (!begin(id)) {
        return;
      }
      for (int i = 0; i < length; i++) {
        add(input.id());
      }
      if (!classes.require(classId).permanent) {
        add(classId);
      }
      starts[next] = count;
    }

    @Override
    public void primitiveArray(long id, int elementType, int length, DumpInput input) {
      begin(id);
      starts[next] = count;
    }
  }

  int size() {
    return numbers.size();
  }

  long id(int number) {
    return ids[number];
  }

  /** Returns the number of an object, or {@link LongTable#ABSENT}. */
  int number(long id) {
    return id == 0 ? LongTable.ABSENT : numbers.get(id);
  }

  /** Returns the position of the first reference of an object. */
  int start(int number) {
    return starts[number];
  }

  /** Returns the position behind the last reference of an object. */
  int end(int number, boolean softly) {
    return starts[number + 1] - (!softly && soft.get(number) ? 1 : 0);
  }

  /** Returns whether an object belongs to JUnit, which holds objects for tests. */
  boolean isOfJUnit(int number) {
    return ofJUnit.get(number);
  }

  /** Returns the number of the object that a reference leads to. */
  int target(int position) {
    return references.get(position);
  }
}
