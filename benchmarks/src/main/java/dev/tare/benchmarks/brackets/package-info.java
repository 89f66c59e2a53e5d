/**
 * Cost of a test with an allocation limit, side by side with a peer: {@link
 * dev.tare.benchmarks.brackets.BracketComparison}.
 */
@NullMarked
package dev.tare.benchmarks.brackets;

import org.jspecify.annotations.NullMarked;
