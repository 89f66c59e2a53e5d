/** What the object profiler promises. */
@org.jspecify.annotations.NullMarked
package dev.tare.heap;
