/**
 * The memory of this JVM as the object profiler reads it: classes, fields, references and exact
 * sizes.
 *
 * <p>Imports {@code internal.agent}, the published types of {@code heap} and the JDK only.
 */
@NullMarked
package dev.tare.internal.heap.memory;

import org.jspecify.annotations.NullMarked;
