/** Fixtures of the architecture test. */
@NullMarked
package dev.tare.broken.internal.heap.dump;

import org.jspecify.annotations.NullMarked;
