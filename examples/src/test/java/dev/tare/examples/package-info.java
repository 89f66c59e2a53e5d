/**
 * Numbered examples on real libraries and real data: the wrong way, the right way, and why.
 *
 * <p>The wrong way stands in a nested class {@code Failing}, which the build leaves out. A test
 * runs it all the same and holds what it prints to the text that the documentation shows.
 */
@NullMarked
package dev.tare.examples;

import org.jspecify.annotations.NullMarked;
