/**
 * The object profiler: sizes and shapes of object graphs, exact to the byte, usable without JUnit.
 *
 * <p>Imports {@code unit}, {@code internal.agent}, {@code internal.heap}, the writer of Gson and
 * the JDK only.
 */
@NullMarked
package dev.tare.heap;

import org.jspecify.annotations.NullMarked;
