/** Fixtures of the architecture test. */
@NullMarked
package dev.tare.broken.unit;

import org.jspecify.annotations.NullMarked;
