/**
 * Objects that take more memory than what they hold needs: unused capacity, duplicates, empty
 * collections.
 *
 * <p>Imports the packages of {@code internal.heap} below it, the published types of {@code heap}
 * and the JDK only.
 */
@NullMarked
package dev.tare.internal.heap.waste;

import org.jspecify.annotations.NullMarked;
