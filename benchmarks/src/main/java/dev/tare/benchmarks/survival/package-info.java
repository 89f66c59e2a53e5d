/** What verdicts on survivors take: {@link dev.tare.benchmarks.survival.SurvivalCost}. */
@NullMarked
package dev.tare.benchmarks.survival;

import org.jspecify.annotations.NullMarked;
