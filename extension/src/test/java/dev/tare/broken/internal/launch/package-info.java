/** Fixtures of the architecture test. */
@NullMarked
package dev.tare.broken.internal.launch;

import org.jspecify.annotations.NullMarked;
