/**
 * How often Tare's verdicts about time are right, on methods whose true ratio is known: {@link
 * dev.tare.benchmarks.verdicts.VerdictRates}.
 */
@NullMarked
package dev.tare.benchmarks.verdicts;

import org.jspecify.annotations.NullMarked;
