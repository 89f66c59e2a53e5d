/** Tests of {@code internal.timing.noise}. */
@NullMarked
package dev.tare.internal.timing.noise;

import org.jspecify.annotations.NullMarked;
