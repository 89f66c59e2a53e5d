/** Tests of {@code internal.timing.sample}. */
@NullMarked
package dev.tare.internal.timing.sample;

import org.jspecify.annotations.NullMarked;
