package dev.tare.internal.heap.hprof;

import dev.tare.heap.Holder.RootKind;

/**
 * Reference with which a search in a heap dump begins.
 *
 * @param classId the class of a static field or constant; 0 for other roots
 * @param field the id of the static field's name; 0 for other roots
 * @param objectId the object that it refers to
 * @param thread the serial number of the thread of a frame or JNI reference; 0 if there is none
 * @param frame the number of the frame in the thread's stack; -1 for none
 */
record DumpRoot(RootKind kind, long classId, long field, long objectId, int thread, int frame) {

  static DumpRoot of(RootKind kind, long objectId) {
    return new DumpRoot(kind, 0, 0, objectId, 0, -1);
  }
}
