package dev.tare.internal.heap.hprof;

import dev.tare.internal.heap.hprof.HprofVisitor.RootTag;
import java.io.IOException;
import java.nio.file.Path;

/** Reads a heap dump from its beginning to its end. */
final class HprofReader {

  // HotSpot, src/hotspot/share/services/heapDumper.cpp of JDK 17 and 25: format 1.0.2

  private static final String FORMAT = "JAVA PROFILE 1.0.2";

  static final int OBJECT = 2;
  static final int INT = 10;

  private final DumpInput input;
  private final HprofVisitor visitor;

  private HprofReader(DumpInput input, HprofVisitor visitor) {
    this.input = input;
    this.visitor = visitor;
  }

  /**
   * Passes all records to a visitor.
   *
   * @throws IOException if the file cannot be read, or is no complete heap dump
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
    input.skip(Long.BYTES);
    new HprofReader(input, visitor).records();
  }

  private void records() throws IOException {
    boolean complete = false;
    while (input.hasMore() && !visitor.isDone()) {
      int tag = input.u1();
      input.skip(Integer.BYTES);
      long length = input.u4();
      long end = input.position() + length;
      switch (tag) {
        case 0x01 -> visitor.text(input.id(), (int) length - input.idSize(), input);
        case 0x02 -> loadedClass();
        case 0x04 -> frame();
        case 0x05 -> stack();
        case 0x0C, 0x1C -> objects(end);
        default -> {}
      }
      input.skipTo(end);
      complete = tag == 0x2C || tag == 0x0C;
    }
    if (!complete && !visitor.isDone()) {
      throw new IOException("it ends without its last record");
    }
  }

  private void loadedClass() throws IOException {
    int serial = input.i4();
    long id = input.id();
    input.skip(Integer.BYTES);
    visitor.loadedClass(serial, id, input.id());
  }

  private void frame() throws IOException {
    long id = input.id();
    long method = input.id();
    input.id(); // its signature
    visitor.frame(new StackFrame(id, method, input.id(), input.i4(), input.i4()));
  }

  private void stack() throws IOException {
    int serial = input.i4();
    input.i4(); // its thread, which the thread's root has too
    int depth = checked(input.i4());
    input.requireLeft((long) depth * input.idSize());
    long[] frames = new long[depth];
    for (int i = 0; i < frames.length; i++) {
      frames[i] = input.id();
    }
    visitor.stack(serial, frames);
  }

  private static int checked(int length) throws IOException {
    if (length < 0) {
      throw new IOException("a record has a negative length");
    }
    return length;
  }

  private void objects(long end) throws IOException {
    while (input.position() < end) {
      int tag = input.u1();
      switch (tag) {
        case 0x21 -> instance();
        case 0x22 -> objectArray();
        case 0x23 -> primitiveArray();
        case 0x20 -> visitor.classDump(DumpClass.read(input));
        default -> root(tag);
      }
    }
  }

  private void instance() throws IOException {
    long id = input.id();
    input.skip(Integer.BYTES);
    long classId = input.id();
    int length = checked(input.i4());
    long end = input.position() + length;
    visitor.instance(id, classId, length, input);
    input.skipTo(end);
  }

  private void objectArray() throws IOException {
    long id = input.id();
    input.skip(Integer.BYTES);
    int length = checked(input.i4());
    long classId = input.id();
    long end = input.position() + (long) length * input.idSize();
    visitor.objectArray(id, classId, length, input);
    input.skipTo(end);
  }

  private void primitiveArray() throws IOException {
    long id = input.id();
    input.skip(Integer.BYTES);
    int length = checked(input.i4());
    int type = input.u1();
    long end = input.position() + (long) length * size(type, input);
    visitor.primitiveArray(id, type, length, input);
    input.skipTo(end);
  }

  private void root(int tag) throws IOException {
    long id = input.id();
    switch (tag) {
      case 0x01 -> {
        input.id(); // the JNI reference itself
        visitor.root(RootTag.JNI_GLOBAL, id, 0, -1);
      }
      case 0x02 -> visitor.root(RootTag.JNI_LOCAL, id, input.i4(), input.i4());
      case 0x03 -> visitor.root(RootTag.FRAME, id, input.i4(), input.i4());
      case 0x04, 0x06 -> visitor.root(RootTag.OTHER, id, input.i4(), -1);
      case 0x05 -> visitor.root(RootTag.STICKY_CLASS, id, 0, -1);
      case 0x07 -> visitor.root(RootTag.MONITOR, id, 0, -1);
      case 0x08 -> visitor.root(RootTag.THREAD, id, input.i4(), input.i4());
      case 0xFF -> visitor.root(RootTag.OTHER, id, 0, -1);
      default ->
          throw new IOException(
              "it has an unknown record of type " + tag + " before byte " + input.position());
    }
  }

  /** Returns the number of bytes of a value of a type. */
  static int size(int type, DumpInput input) throws IOException {
    return switch (type) {
      case OBJECT -> input.idSize();
      case 4, 8 -> Byte.BYTES;
      case 5, 9 -> Short.BYTES;
      case 6, 10 -> Integer.BYTES;
      case 7, 11 -> Long.BYTES;
      default -> throw new IOException("it has a value of the unknown type " + type);
    };
  }
}
