/**
 * The extension point: a metric turns an annotation on a JUnit test into budgets and measurements.
 *
 * <p>Imports lower floors, {@code internal.jupiter} and the JUnit API only.
 */
@NullMarked
package dev.tare.extension;

import org.jspecify.annotations.NullMarked;
