/** Fixtures of the architecture test. */
@NullMarked
package dev.tare.broken.retained;

import org.jspecify.annotations.NullMarked;
