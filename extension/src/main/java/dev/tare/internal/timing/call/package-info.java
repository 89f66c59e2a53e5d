/**
 * The calls of a benchmarked method, and the samples recorded of them.
 *
 * <p>Imports lower floors and {@code internal.timing.clock} only.
 */
@NullMarked
package dev.tare.internal.timing.call;

import org.jspecify.annotations.NullMarked;
