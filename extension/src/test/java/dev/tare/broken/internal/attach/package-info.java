/** Fixtures of the architecture test. */
@NullMarked
package dev.tare.broken.internal.attach;

import org.jspecify.annotations.NullMarked;
