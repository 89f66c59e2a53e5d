package dev.tare.internal.heap.hprof;

import java.io.IOException;

/**
 * Receives the records of a heap dump in their order. A visitor need not read the content of a
 * record to its end.
 */
interface HprofVisitor {

  /** Kinds of roots of the format. */
  enum RootTag {
    THREAD,
    FRAME,
    JNI_LOCAL,
    JNI_GLOBAL,
    MONITOR,
    STICKY_CLASS,
    OTHER
  }

  /** Returns whether the rest of the dump is not needed. */
  default boolean isDone() {
    return false;
  }

  /** Receives a name, in modified UTF-8. */
  default void text(long id, int length, DumpInput input) throws IOException {}

  default void loadedClass(int serial, long classId, long nameId) {}

  default void frame(StackFrame frame) {}

  /** Receives the stack of a thread, the innermost frame first. */
  default void stack(int serial, long[] frameIds) {}

  /**
   * Receives a root.
   *
   * @param thread the serial number of its thread; 0 if it belongs to no thread
   * @param number for a thread, the serial number of its stack; else the number of the frame in
   *     that stack, or -1 for no frame
   */
  default void root(RootTag kind, long objectId, int thread, int number) {}

  default void classDump(DumpClass type) {}

  /** Receives an object; its fields follow, those of its class before those of its superclass. */
  default void instance(long id, long classId, int length, DumpInput input) throws IOException {}

  default void objectArray(long id, long classId, int length, DumpInput input) throws IOException {}

  default void primitiveArray(long id, int elementType, int length, DumpInput input)
      throws IOException {}
}
