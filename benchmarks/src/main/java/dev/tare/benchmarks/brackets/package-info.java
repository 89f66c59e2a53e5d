/**
 * What a test costs whose allocation is limited, side by side with a peer: {@link
 * dev.tare.benchmarks.brackets.BracketComparison}.
 */
@NullMarked
package dev.tare.benchmarks.brackets;

import org.jspecify.annotations.NullMarked;
