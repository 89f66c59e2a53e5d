/**
 * Walks along references, from a value or from the roots of the heap, that count objects, size them
 * or search for them.
 *
 * <p>Imports the packages of {@code internal.heap} below it, the published types of {@code heap}
 * and the JDK only.
 */
@NullMarked
package dev.tare.internal.heap.walk;

import org.jspecify.annotations.NullMarked;
