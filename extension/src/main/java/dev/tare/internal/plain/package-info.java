/**
 * Measurements of lambdas and values without annotations, through the metrics of the annotations.
 *
 * <p>Imports {@code extension}, {@code internal.launch}, {@code internal.jupiter} and lower floors
 * only. Loads nothing of JUnit outside of a test.
 */
@NullMarked
package dev.tare.internal.plain;

import org.jspecify.annotations.NullMarked;
