package dev.tare.internal.heap.hprof;

/**
 * Frame of a thread's stack: a method that the thread was executing.
 *
 * @param methodNameId the id of the method's name
 * @param sourceFileId the id of the source file's name; 0 if unknown
 * @param classSerial the serial number of the method's class
 * @param line the line; 0 or negative if unknown
 */
record StackFrame(long id, long methodNameId, long sourceFileId, int classSerial, int line) {}
