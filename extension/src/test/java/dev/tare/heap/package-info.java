/** Tests of the object profiler. */
@org.jspecify.annotations.NullMarked
package dev.tare.heap;
