package dev.tare.internal.heap.hprof;

import dev.tare.internal.heap.hprof.DumpMark.Role;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** First pass through a heap dump: everything but its objects, and the objects that are marked. */
final class DumpOutline implements HprofVisitor {

  /** A root of the heap; thread and number as {@link HprofVisitor#root} has them. */
  record Root(RootTag kind, long objectId, int thread, int number) {}

  /** A marked object. */
  record MarkedObject(Role role, int number, long objectId) {}

  private static final String MARK = DumpMark.class.getName().replace('.', '/');

  private final long key;
  final DumpTexts texts = new DumpTexts();
  final Map<Long, DumpClass> byId = new HashMap<>();
  final Map<Long, Long> classNames = new HashMap<>();
  final Map<Integer, Long> classSerials = new HashMap<>();
  final Map<Long, StackFrame> frames = new HashMap<>();
  final Map<Integer, long[]> stacks = new HashMap<>();
  final List<Root> roots = new ArrayList<>();
  final List<MarkedObject> marked = new ArrayList<>();
  long markClass;
  int idSize = Long.BYTES;

  private final LongTable classNumbers = new LongTable(1 << 10);
  private int[] instances = new int[1 << 10];
  private int objectArrays;

  /** Creates an outline that reads the marks of one key. */
  DumpOutline(long key) {
    this.key = key;
  }

  @Override
  public void text(long id, int length, DumpInput input) throws IOException {
    idSize = input.idSize();
    texts.add(id, length, input);
  }

  @Override
  public void loadedClass(int serial, long classId, long nameId) {
    classNames.put(classId, nameId);
    classSerials.put(serial, classId);
    if (texts.is(nameId, MARK)) {
      markClass = classId;
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
  public void root(RootTag kind, long objectId, int thread, int number) {
    if (kind != RootTag.STICKY_CLASS) {
      roots.add(new Root(kind, objectId, thread, number));
    }
  }

  @Override
  public void classDump(DumpClass type) {
    byId.put(type.id, type);
    if (classNumbers.add(type.id, classNumbers.size()) && classNumbers.size() > instances.length) {
      instances = Arrays.copyOf(instances, instances.length * 2);
    }
  }

  @Override
  public void instance(long id, long classId, int length, DumpInput input) throws IOException {
    int number = classNumbers.get(classId);
    if (number != LongTable.ABSENT) {
      instances[number]++;
    }
    DumpClass type = classId == markClass ? byId.get(classId) : null;
    if (type != null) {
      mark(type, ByteBuffer.wrap(input.bytes(length)), input.idSize());
    }
  }

  private void mark(DumpClass type, ByteBuffer content, int idSize) {
    Map<String, Long> values = new HashMap<>();
    for (DumpClass.Field field : type.fields) {
      boolean wide = idSize == Long.BYTES || field.type() != HprofReader.OBJECT;
      wide &= field.type() != HprofReader.INT;
      if (content.remaining() < (wide ? Long.BYTES : Integer.BYTES)) {
        return;
      }
      long value = wide ? content.getLong() : Integer.toUnsignedLong(content.getInt());
      values.put(texts.get(field.name()), value);
    }
    for (Role role : Role.values()) {
      if (values.getOrDefault("key", ~key) == key && values.getOrDefault("role", 0L) == role.code) {
        int number = values.getOrDefault("number", 0L).intValue();
        marked.add(new MarkedObject(role, number, values.getOrDefault("object", 0L)));
      }
    }
  }

  @Override
  public void objectArray(long id, long classId, int length, DumpInput input) {
    objectArrays++;
  }

  /** Returns the number of instances of a class. */
  int instances(DumpClass type) {
    return instances[classNumbers.get(type.id)];
  }

  int objectArrays() {
    return objectArrays;
  }

  /** Returns the ids of the marked objects of one role. */
  List<Long> ids(Role role) {
    return marked.stream()
        .filter(mark -> mark.role() == role && mark.objectId() != 0)
        .map(MarkedObject::objectId)
        .toList();
  }
}
