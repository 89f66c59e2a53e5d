/**
 * Disturbances of the time of a method: other programs, garbage collections, new memory.
 *
 * <p>Imports lower floors and the packages of {@code internal.timing} below it only.
 */
@NullMarked
package dev.tare.internal.timing.noise;

import org.jspecify.annotations.NullMarked;
