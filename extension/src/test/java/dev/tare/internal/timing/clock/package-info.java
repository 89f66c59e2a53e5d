/** Tests of {@code internal.timing.clock}. */
@NullMarked
package dev.tare.internal.timing.clock;

import org.jspecify.annotations.NullMarked;
