/** Tests of {@code internal.timing.estimate}. */
@NullMarked
package dev.tare.internal.timing.estimate;

import org.jspecify.annotations.NullMarked;
