/**
 * Estimates with intervals, computed from samples, and remarks on what makes them doubtful.
 *
 * <p>Imports lower floors and the packages of {@code internal.timing} below it only.
 */
@NullMarked
package dev.tare.internal.timing.estimate;

import org.jspecify.annotations.NullMarked;
