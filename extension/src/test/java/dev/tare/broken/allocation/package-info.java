/** Fixtures of the architecture test. */
@NullMarked
package dev.tare.broken.allocation;

import org.jspecify.annotations.NullMarked;
