/** Tests of {@code internal.heap.walk}. */
@NullMarked
package dev.tare.internal.heap.walk;

import org.jspecify.annotations.NullMarked;
