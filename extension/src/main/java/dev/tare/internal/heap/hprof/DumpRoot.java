package dev.tare.internal.heap.hprof;

import dev.tare.heap.Holder.RootKind;

/**
 * Root of a search in a heap dump: a reference that begins a path.
 *
 * @param classId the class of a static field or constant; 0 for other roots
 * @param fieldNameId the id of the static field's name; 0 for other roots
 * @param objectId the object that the root refers to
 * @param threadSerial the serial number of the thread of a frame or JNI reference; 0 for none
 * @param frameIndex the index of the frame in the thread's stack; -1 for none
 */
record DumpRoot(
    RootKind kind,
    long classId,
    long fieldNameId,
    long objectId,
    int threadSerial,
    int frameIndex) {

  static DumpRoot of(RootKind kind, long objectId) {
    return new DumpRoot(kind, 0, 0, objectId, 0, -1);
  }
}
