/** Tests of {@code internal.heap.memory}. */
@NullMarked
package dev.tare.internal.heap.memory;

import org.jspecify.annotations.NullMarked;
