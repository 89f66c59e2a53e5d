/**
 * Rates of right and wrong verdicts about time, on methods whose true ratio is known: {@link
 * dev.tare.benchmarks.verdicts.VerdictRates}.
 */
@NullMarked
package dev.tare.benchmarks.verdicts;

import org.jspecify.annotations.NullMarked;
