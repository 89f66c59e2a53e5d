/**
 * Heap dumps of this JVM: writes one, reads it from beginning to end, and finds the shortest paths
 * to some of its objects from all roots, local variables and JNI references included.
 *
 * <p>Imports the packages of {@code internal.heap} below it, {@code internal.agent}, the published
 * types of {@code heap} and the JDK only.
 */
@NullMarked
package dev.tare.internal.heap.hprof;

import org.jspecify.annotations.NullMarked;
