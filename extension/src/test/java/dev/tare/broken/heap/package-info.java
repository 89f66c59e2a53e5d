/** Fixtures of the architecture test. */
@NullMarked
package dev.tare.broken.heap;

import org.jspecify.annotations.NullMarked;
