/** Time of verdicts on survivors, alone and beside JMemoryBuddy. */
@NullMarked
package dev.tare.benchmarks.survival;

import org.jspecify.annotations.NullMarked;
