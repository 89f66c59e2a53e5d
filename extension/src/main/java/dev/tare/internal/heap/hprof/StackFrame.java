package dev.tare.internal.heap.hprof;

/**
 * A method that a thread was executing.
 *
 * @param method the id of the method's name
 * @param source the id of the source file's name; 0 if unknown
 * @param classSerial the serial number of the method's class
 * @param line the line; not positive if unknown
 */
record StackFrame(long id, long method, long source, int classSerial, int line) {}
