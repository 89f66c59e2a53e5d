package dev.tare.internal.heap.hprof;

import dev.tare.internal.heap.hprof.HprofVisitor.RootTag;
import java.io.IOException;
import java.nio.file.Path;

/** Reader of heap dumps that passes the records of a file to a visitor. */
/*
 * HotSpot, src/hotspot/share/services/heapDumper.cpp of JDK 17 and 25: format 1.0.2. The names of
 * the constants follow those of HotSpot, without the prefixes HPROF_ and HPROF_GC_.
 */
final class HprofReader {

  private static final String FORMAT = "JAVA PROFILE 1.0.2";

  // types of records
  private static final int UTF8 = 0x01;
  private static final int LOAD_CLASS = 0x02;
  private static final int FRAME = 0x04;
  private static final int TRACE = 0x05;
  private static final int HEAP_DUMP = 0x0C;
  private static final int HEAP_DUMP_SEGMENT = 0x1C;
  private static final int HEAP_DUMP_END = 0x2C;

  // types of the records within a heap dump record
  private static final int ROOT_JNI_GLOBAL = 0x01;
  private static final int ROOT_JNI_LOCAL = 0x02;
  private static final int ROOT_JAVA_FRAME = 0x03;
  private static final int ROOT_NATIVE_STACK = 0x04;
  private static final int ROOT_STICKY_CLASS = 0x05;
  private static final int ROOT_THREAD_BLOCK = 0x06;
  private static final int ROOT_MONITOR_USED = 0x07;
  private static final int ROOT_THREAD_OBJ = 0x08;
  private static final int CLASS_DUMP = 0x20;
  private static final int INSTANCE_DUMP = 0x21;
  private static final int OBJECT_ARRAY_DUMP = 0x22;
  private static final int PRIMITIVE_ARRAY_DUMP = 0x23;
  private static final int ROOT_UNKNOWN = 0xFF;

  // types of fields and array elements
  static final int OBJECT = 2;
  static final int BOOLEAN = 4;
  static final int CHAR = 5;
  static final int FLOAT = 6;
  static final int DOUBLE = 7;
  static final int BYTE = 8;
  static final int SHORT = 9;
  static final int INT = 10;
  static final int LONG = 11;

  private final DumpInput input;
  private final HprofVisitor visitor;

  private HprofReader(DumpInput input, HprofVisitor visitor) {
    this.input = input;
    this.visitor = visitor;
  }

  /**
   * Passes all records to a visitor.
   *
   * @throws IOException if the file cannot be read, or is not a complete heap dump
   */
  static void read(Path file, HprofVisitor visitor) throws IOException {
    try (DumpInput input = new DumpInput(file)) {
      read(input, visitor);
    }
  }

  static void read(DumpInput input, HprofVisitor visitor) throws IOException {
    if (!input.ascii(FORMAT.length()).equals(FORMAT) || input.u1() != 0) {
      throw new IOException("it is not in the format " + FORMAT);
    }
    input.setIdSize(input.i4());
    input.skip(Long.BYTES); // the time of the dump
    new HprofReader(input, visitor).readRecords();
  }

  private void readRecords() throws IOException {
    boolean complete = false;
    while (input.hasMore() && !visitor.isDone()) {
      int tag = input.u1();
      input.skip(Integer.BYTES); // a time
      long length = input.u4();
      long end = input.position() + length;
      switch (tag) {
        case UTF8 -> visitor.symbol(input.id(), (int) length - input.idSize(), input);
        case LOAD_CLASS -> readLoadedClass();
        case FRAME -> readFrame();
        case TRACE -> readStack();
        case HEAP_DUMP, HEAP_DUMP_SEGMENT -> readHeapRecords(end);
        default -> {}
      }
      input.skipTo(end);
      complete = tag == HEAP_DUMP_END || tag == HEAP_DUMP;
    }
    if (!complete && !visitor.isDone()) {
      throw new IOException("it ends without its last record");
    }
  }

  private void readLoadedClass() throws IOException {
    int serial = input.i4();
    long id = input.id();
    input.skip(Integer.BYTES); // the stack trace of its loading
    visitor.loadedClass(serial, id, input.id());
  }

  private void readFrame() throws IOException {
    long id = input.id();
    long methodNameId = input.id();
    input.id(); // the signature
    visitor.frame(new StackFrame(id, methodNameId, input.id(), input.i4(), input.i4()));
  }

  private void readStack() throws IOException {
    int serial = input.i4();
    input.i4(); // the thread, which the root of the thread names too
    int depth = requireNotNegative(input.i4());
    input.requireRemaining((long) depth * input.idSize());
    long[] frames = new long[depth];
    for (int i = 0; i < frames.length; i++) {
      frames[i] = input.id();
    }
    visitor.stack(serial, frames);
  }

  private static int requireNotNegative(int length) throws IOException {
    if (length < 0) {
      throw new IOException("a record has a negative length");
    }
    return length;
  }

  private void readHeapRecords(long end) throws IOException {
    while (input.position() < end) {
      int tag = input.u1();
      switch (tag) {
        case INSTANCE_DUMP -> readInstance();
        case OBJECT_ARRAY_DUMP -> readObjectArray();
        case PRIMITIVE_ARRAY_DUMP -> readPrimitiveArray();
        case CLASS_DUMP -> visitor.classDump(DumpClass.read(input));
        default -> readRoot(tag);
      }
    }
  }

  private void readInstance() throws IOException {
    long id = input.id();
    skipStackTrace();
    long classId = input.id();
    int length = requireNotNegative(input.i4());
    long end = input.position() + length;
    visitor.instance(id, classId, length, input);
    input.skipTo(end);
  }

  private void readObjectArray() throws IOException {
    long id = input.id();
    skipStackTrace();
    int length = requireNotNegative(input.i4());
    long classId = input.id();
    long end = input.position() + (long) length * input.idSize();
    visitor.objectArray(id, classId, length, input);
    input.skipTo(end);
  }

  private void readPrimitiveArray() throws IOException {
    long id = input.id();
    skipStackTrace();
    int length = requireNotNegative(input.i4());
    int type = input.u1();
    long end = input.position() + (long) length * sizeOf(type, input);
    visitor.primitiveArray(id, type, length, input);
    input.skipTo(end);
  }

  /** Skips the serial number of the stack trace of an object's allocation. */
  private void skipStackTrace() throws IOException {
    input.skip(Integer.BYTES);
  }

  private void readRoot(int tag) throws IOException {
    long id = input.id();
    switch (tag) {
      case ROOT_JNI_GLOBAL -> {
        input.id(); // the JNI reference itself
        visitor.root(RootTag.JNI_GLOBAL, id, 0, -1);
      }
      case ROOT_JNI_LOCAL -> visitor.root(RootTag.JNI_LOCAL, id, input.i4(), input.i4());
      case ROOT_JAVA_FRAME -> visitor.root(RootTag.FRAME, id, input.i4(), input.i4());
      case ROOT_NATIVE_STACK, ROOT_THREAD_BLOCK -> visitor.root(RootTag.OTHER, id, input.i4(), -1);
      case ROOT_STICKY_CLASS -> visitor.root(RootTag.STICKY_CLASS, id, 0, -1);
      case ROOT_MONITOR_USED -> visitor.root(RootTag.MONITOR, id, 0, -1);
      case ROOT_THREAD_OBJ -> visitor.root(RootTag.THREAD, id, input.i4(), input.i4());
      case ROOT_UNKNOWN -> visitor.root(RootTag.OTHER, id, 0, -1);
      default ->
          throw new IOException(
              "it has an unknown record of type " + tag + " before byte " + input.position());
    }
  }

  /**
   * Returns the bytes of a value of a type.
   *
   * @throws IOException if the type is unknown
   */
  static int sizeOf(int type, DumpInput input) throws IOException {
    return switch (type) {
      case OBJECT -> input.idSize();
      case BOOLEAN, BYTE -> Byte.BYTES;
      case CHAR, SHORT -> Short.BYTES;
      case FLOAT, INT -> Integer.BYTES;
      case DOUBLE, LONG -> Long.BYTES;
      default -> throw new IOException("it has a value of the unknown type " + type);
    };
  }
}
