/**
 * Benchmarks: the sampling loop, and the decision when samples and runs suffice for a verdict.
 *
 * <p>Imports lower floors only.
 */
@NullMarked
package dev.tare.internal.timing;

import org.jspecify.annotations.NullMarked;
