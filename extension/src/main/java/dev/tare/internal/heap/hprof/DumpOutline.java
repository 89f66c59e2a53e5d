package dev.tare.internal.heap.hprof;

import dev.tare.internal.heap.hprof.DumpMark.Role;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * First pass through a heap dump: reads classes, names, stacks, roots and marks, and counts the
 * objects.
 */
final class DumpOutline implements HprofVisitor {

  /** Root of the heap, with the parameters of {@link HprofVisitor#root}. */
  record Root(RootTag tag, long objectId, int threadSerial, int stackOrFrame) {}

  /** Object to which a {@link DumpMark} refers. */
  record MarkedObject(Role role, int number, long objectId) {}

  private static final String MARK_CLASS = DumpMark.class.getName().replace('.', '/');

  private final long key;
  final SymbolTable symbols = new SymbolTable();
  final Map<Long, DumpClass> classes = new HashMap<>();

  /** Name ids of the classes by their ids. */
  final Map<Long, Long> classNameIds = new HashMap<>();

  /** Ids of the classes by their serial numbers. */
  final Map<Integer, Long> classIds = new HashMap<>();

  final Map<Long, StackFrame> frames = new HashMap<>();

  /** Ids of the frames of each stack, the innermost first, by the stack's serial number. */
  final Map<Integer, long[]> stacks = new HashMap<>();

  final List<Root> roots = new ArrayList<>();
  final List<MarkedObject> markedObjects = new ArrayList<>();
  long markClassId;
  int idSize = Long.BYTES;

  private final LongIntMap classIndexes = new LongIntMap(1 << 10);
  private int[] instanceCounts = new int[1 << 10];
  private int objectArrayCount;

  /** Creates a visitor that reads the marks with a key. */
  DumpOutline(long key) {
    this.key = key;
  }

  @Override
  public void symbol(long id, int length, DumpInput input) throws IOException {
    idSize = input.idSize();
    symbols.add(id, length, input);
  }

  @Override
  public void loadedClass(int serial, long classId, long nameId) {
    classNameIds.put(classId, nameId);
    classIds.put(serial, classId);
    if (symbols.matches(nameId, MARK_CLASS)) {
      markClassId = classId;
    }
  }

  @Override
  public void frame(StackFrame frame) {
    frames.put(frame.id(), frame);
  }

  @Override
  public void stack(int serial, long[] frameIds) {
    stacks.put(serial, frameIds);
  }

  @Override
  public void root(RootTag tag, long objectId, int threadSerial, int stackOrFrame) {
    if (tag != RootTag.STICKY_CLASS) {
      roots.add(new Root(tag, objectId, threadSerial, stackOrFrame));
    }
  }

  @Override
  public void classDump(DumpClass type) {
    classes.put(type.id, type);
    if (classIndexes.putIfAbsent(type.id, classIndexes.size())
        && classIndexes.size() > instanceCounts.length) {
      instanceCounts = Arrays.copyOf(instanceCounts, instanceCounts.length * 2);
    }
  }

  @Override
  public void instance(long id, long classId, int length, DumpInput input) throws IOException {
    int index = classIndexes.get(classId);
    if (index != LongIntMap.ABSENT) {
      instanceCounts[index]++;
    }
    DumpClass type = classId == markClassId ? classes.get(classId) : null;
    if (type != null) {
      readMark(type, ByteBuffer.wrap(input.bytes(length)), input.idSize());
    }
  }

  /** Adds the object of a mark with this key; a mark has fields of ints, longs and references. */
  private void readMark(DumpClass type, ByteBuffer content, int idSize) {
    Map<String, Long> values = new HashMap<>();
    for (DumpClass.InstanceField field : type.fields) {
      boolean isNarrow =
          field.type() == HprofReader.INT
              || (field.type() == HprofReader.OBJECT && idSize == Integer.BYTES);
      if (content.remaining() < (isNarrow ? Integer.BYTES : Long.BYTES)) {
        return;
      }
      long value = isNarrow ? Integer.toUnsignedLong(content.getInt()) : content.getLong();
      values.put(symbols.get(field.nameId()), value);
    }
    for (Role role : Role.values()) {
      if (values.getOrDefault("key", ~key) == key && values.getOrDefault("role", 0L) == role.code) {
        int number = values.getOrDefault("number", 0L).intValue();
        markedObjects.add(new MarkedObject(role, number, values.getOrDefault("object", 0L)));
      }
    }
  }

  @Override
  public void objectArray(long id, long classId, int length, DumpInput input) {
    objectArrayCount++;
  }

  /** Returns the number of instances of a class. */
  int instanceCount(DumpClass type) {
    return instanceCounts[classIndexes.get(type.id)];
  }

  int objectArrayCount() {
    return objectArrayCount;
  }

  /** Returns the ids of the objects that are marked with a role. */
  List<Long> ids(Role role) {
    return markedObjects.stream()
        .filter(mark -> mark.role() == role && mark.objectId() != 0)
        .map(MarkedObject::objectId)
        .toList();
  }
}
