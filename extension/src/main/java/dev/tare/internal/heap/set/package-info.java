/**
 * Sets of objects by identity, and columns of numbers and objects that grow without copying.
 *
 * <p>Imports {@code internal.heap.memory}, the published types of {@code heap} and the JDK only.
 */
@NullMarked
package dev.tare.internal.heap.set;

import org.jspecify.annotations.NullMarked;
