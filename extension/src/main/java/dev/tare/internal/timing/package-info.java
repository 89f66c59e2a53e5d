/**
 * Benchmarks: the stages from the first call to the measurement, estimates with intervals, and when
 * samples suffice for a verdict.
 *
 * <p>Imports lower floors and the packages of {@code internal.timing} below it only.
 */
@NullMarked
package dev.tare.internal.timing;

import org.jspecify.annotations.NullMarked;
