/**
 * Heap dumps of this JVM in the HPROF format: writes a dump, reads it from beginning to end, and
 * finds the shortest paths from its roots, local variables and JNI references included, to objects.
 *
 * <p>Imports the packages of {@code internal.heap} below it, {@code internal.agent}, the published
 * types of {@code heap} and the JDK only.
 */
@NullMarked
package dev.tare.internal.heap.hprof;

import org.jspecify.annotations.NullMarked;
