package dev.tare.internal.heap.hprof;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Pass through a heap dump that reads the content of some of its objects. */
final class DumpLookup implements HprofVisitor {

  /** Longest array of numbers that is kept, more than any name needs. */
  private static final int LONGEST = 1 << 16;

  /** An object whose content is looked up. */
  static final class DumpedObject {

    /** Class of the object; null for an array of numbers. */
    @Nullable DumpClass type;

    String typeName = "?";

    /** The fields of an instance, or the elements of an array of numbers that is not too long. */
    ByteBuffer content = ByteBuffer.allocate(0);

    /** The indexes of some elements of an array by their ids. */
    final Map<Long, Integer> indexes = new HashMap<>();

    private final Set<Long> elements = new HashSet<>();
  }

  private final DumpClasses classes;
  private final Map<Long, DumpedObject> wanted = new HashMap<>();
  private int missing;

  DumpLookup(DumpClasses classes) {
    this.classes = classes;
  }

  /** Looks an object up. */
  void add(long id) {
    wanted.computeIfAbsent(id, key -> new DumpedObject());
  }

  /** Looks an object up, and the index of one of its elements if it is an array. */
  void add(long id, long element) {
    add(id);
    get(id).elements.add(element);
  }

  /** Reads the objects. */
  void read(Path file) throws IOException {
    missing = wanted.size();
    if (missing > 0) {
      HprofReader.read(file, this);
    }
  }

  /** Returns an object that was added. */
  DumpedObject get(long id) {
    DumpedObject found = wanted.get(id);
    return found == null ? new DumpedObject() : found;
  }

  /** Returns a reference in the fields of an instance. */
  long reference(DumpedObject instance, int offset) {
    if (offset < 0 || offset + classes.idSize > instance.content.limit()) {
      return 0;
    }
    return classes.idSize == Long.BYTES
        ? instance.content.getLong(offset)
        : Integer.toUnsignedLong(instance.content.getInt(offset));
  }

  /** Returns the reference in a field of an instance, inherited or not; 0 if it has none. */
  long reference(DumpedObject instance, String field) {
    if (instance.type != null) {
      for (DumpClass.Reference reference : instance.type.references) {
        if (classes.texts().is(reference.name(), field)) {
          return reference(instance, reference.offset());
        }
      }
    }
    return 0;
  }

  @Override
  public boolean isDone() {
    return missing == 0;
  }

  @Override
  public void classDump(DumpClass type) {
    DumpedObject found = wanted.get(type.id);
    DumpClass known = classes.get(type.id);
    if (found != null && known != null) {
      found.typeName = known.name + ".class";
      missing--;
    }
  }

  @Override
  public void instance(long id, long classId, int length, DumpInput input) throws IOException {
    DumpedObject found = wanted.get(id);
    if (found != null) {
      begin(found, classes.require(classId));
      found.content = ByteBuffer.wrap(input.bytes(length));
    }
  }

  private void begin(DumpedObject found, DumpClass type) {
    found.type = type;
    found.typeName = type.name;
    missing--;
  }

  @Override
  public void objectArray(long id, long classId, int length, DumpInput input) throws IOException {
    DumpedObject found = wanted.get(id);
    if (found != null) {
      begin(found, classes.require(classId));
      for (int i = 0; i < length && !found.elements.isEmpty(); i++) {
        long element = input.id();
        if (found.elements.remove(element)) {
          found.indexes.put(element, i);
        }
      }
    }
  }

  @Override
  public void primitiveArray(long id, int elementType, int length, DumpInput input)
      throws IOException {
    DumpedObject found = wanted.get(id);
    if (found != null) {
      found.typeName = DumpNames.primitive(elementType) + "[]";
      if (length <= LONGEST) {
        found.content = ByteBuffer.wrap(input.bytes(length * HprofReader.size(elementType, input)));
      }
      missing--;
    }
  }
}
