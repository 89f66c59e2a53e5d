/**
 * The samples of a benchmarked method: its calls, its warm-up, and what is recorded of them.
 *
 * <p>Imports lower floors and {@code internal.timing.clock} only.
 */
@NullMarked
package dev.tare.internal.timing.sample;

import org.jspecify.annotations.NullMarked;
