package dev.tare.internal.heap.hprof;

import java.io.IOException;

/**
 * Visitor of the records of a heap dump, in the order of the file. A visitor need not read the
 * content of a record to its end.
 */
interface HprofVisitor {

  /** Kinds of roots that the format distinguishes. */
  enum RootTag {
    THREAD,
    FRAME,
    JNI_LOCAL,
    JNI_GLOBAL,
    MONITOR,
    STICKY_CLASS,
    OTHER
  }

  /** Returns whether the rest of the dump can be skipped. */
  default boolean isDone() {
    return false;
  }

  /** Visits a name of a class, method, field or source file, in modified UTF-8. */
  default void symbol(long id, int length, DumpInput input) throws IOException {}

  default void loadedClass(int serial, long classId, long nameId) {}

  default void frame(StackFrame frame) {}

  /** Visits the stack of a thread, the innermost frame first. */
  default void stack(int serial, long[] frameIds) {}

  /**
   * Visits a root.
   *
   * @param threadSerial the serial number of its thread; 0 if it belongs to no thread
   * @param stackOrFrame for a thread, the serial number of its stack; otherwise the index of the
   *     root's frame in that stack, or -1 for no frame
   */
  default void root(RootTag kind, long objectId, int threadSerial, int stackOrFrame) {}

  default void classDump(DumpClass type) {}

  /** Visits an object; its fields follow, those of its class before those of its superclass. */
  default void instance(long id, long classId, int length, DumpInput input) throws IOException {}

  default void objectArray(long id, long classId, int length, DumpInput input) throws IOException {}

  default void primitiveArray(long id, int elementType, int length, DumpInput input)
      throws IOException {}
}
