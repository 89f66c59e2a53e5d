package dev.tare.internal.heap.hprof;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Pass through a heap dump that reads the content of requested objects. */
final class DumpLookup implements HprofVisitor {

  /** Largest length of a primitive array whose content is read: more than a usual name needs. */
  private static final int MAX_ARRAY_LENGTH = 1 << 16;

  /** Content of a requested object. */
  static final class DumpedObject {

    /** Class of the object; null for a primitive array. */
    @Nullable DumpClass type;

    String typeName = "?";

    /** Fields of an instance, or elements of a primitive array; empty if the array is too long. */
    ByteBuffer content = ByteBuffer.allocate(0);

    /** Indexes of the requested elements of an array by their ids. */
    final Map<Long, Integer> indexes = new HashMap<>();

    private final Set<Long> requestedElements = new HashSet<>();
  }

  private final DumpClasses classes;
  private final Map<Long, DumpedObject> requested = new HashMap<>();
  private int unread;

  DumpLookup(DumpClasses classes) {
    this.classes = classes;
  }

  /** Requests an object. */
  void request(long id) {
    requested.computeIfAbsent(id, key -> new DumpedObject());
  }

  /** Requests an object and, if it is an array, the index of one of its elements. */
  void request(long id, long element) {
    request(id);
    get(id).requestedElements.add(element);
  }

  /** Reads the requested objects. */
  void read(Path file) throws IOException {
    unread = requested.size();
    if (unread > 0) {
      HprofReader.read(file, this);
    }
  }

  /** Returns a requested object; an empty one if it was not requested. */
  DumpedObject get(long id) {
    DumpedObject found = requested.get(id);
    return found == null ? new DumpedObject() : found;
  }

  /** Returns the reference at an offset in the fields of an instance; 0 if there is none. */
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
      for (DumpClass.ReferenceField reference : instance.type.references) {
        if (classes.symbols().matches(reference.nameId(), field)) {
          return reference(instance, reference.offset());
        }
      }
    }
    return 0;
  }

  @Override
  public boolean isDone() {
    return unread == 0;
  }

  @Override
  public void classDump(DumpClass type) {
    DumpedObject found = requested.get(type.id);
    DumpClass known = classes.get(type.id);
    if (found != null && known != null) {
      found.typeName = known.name + ".class";
      unread--;
    }
  }

  @Override
  public void instance(long id, long classId, int length, DumpInput input) throws IOException {
    DumpedObject found = requested.get(id);
    if (found != null) {
      setType(found, classes.require(classId));
      found.content = ByteBuffer.wrap(input.bytes(length));
    }
  }

  private void setType(DumpedObject found, DumpClass type) {
    found.type = type;
    found.typeName = type.name;
    unread--;
  }

  @Override
  public void objectArray(long id, long classId, int length, DumpInput input) throws IOException {
    DumpedObject found = requested.get(id);
    if (found != null) {
      setType(found, classes.require(classId));
      for (int i = 0; i < length && !found.requestedElements.isEmpty(); i++) {
        long element = input.id();
        if (found.requestedElements.remove(element)) {
          found.indexes.put(element, i);
        }
      }
    }
  }

  @Override
  public void primitiveArray(long id, int elementType, int length, DumpInput input)
      throws IOException {
    DumpedObject found = requested.get(id);
    if (found != null) {
      found.typeName = TypeNames.ofPrimitive(elementType) + "[]";
      if (length <= MAX_ARRAY_LENGTH) {
        found.content =
            ByteBuffer.wrap(input.bytes(length * HprofReader.sizeOf(elementType, input)));
      }
      unread--;
    }
  }
}
