/**
 * What turns an annotation into a verdict on a test; the only floor below the slices that knows
 * JUnit.
 *
 * <p>Imports lower floors, the JUnit API and opentest4j only.
 */
@NullMarked
package dev.tare.extension;

import org.jspecify.annotations.NullMarked;
