/**
 * The tree of shortest paths of an object graph, and the dominators computed from it.
 *
 * <p>Imports the packages of {@code internal.heap} below it, the published types of {@code heap}
 * and the JDK only.
 */
@NullMarked
package dev.tare.internal.heap.tree;

import org.jspecify.annotations.NullMarked;
