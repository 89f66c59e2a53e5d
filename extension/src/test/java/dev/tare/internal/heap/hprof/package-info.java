/** Tests of the reader of heap dumps. */
@org.jspecify.annotations.NullMarked
package dev.tare.internal.heap.hprof;
