/**
 * Measurements without annotations and without JUnit: {@link dev.tare.Tare} is the entry point.
 *
 * <p>Imports the packages of the annotations, {@code internal.plain} and lower floors only.
 */
@NullMarked
package dev.tare;

import org.jspecify.annotations.NullMarked;
