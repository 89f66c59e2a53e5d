/**
 * The times that Tare finds, side by side with JMH's: {@link
 * dev.tare.benchmarks.times.TimeComparison}.
 */
@NullMarked
package dev.tare.benchmarks.times;

import org.jspecify.annotations.NullMarked;
