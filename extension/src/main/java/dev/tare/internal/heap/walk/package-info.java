/**
 * Walks along references, from a value or from the roots of the heap, that count objects, size them
 * or search for them; with their sets of visited objects, and the tree of shortest paths.
 *
 * <p>Imports {@code internal.heap.memory}, {@code internal.agent}, {@code unit}, the published
 * types of {@code heap} and the JDK only.
 */
@NullMarked
package dev.tare.internal.heap.walk;

import org.jspecify.annotations.NullMarked;
