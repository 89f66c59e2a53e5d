/**
 * The extension point: a metric turns an annotation on a JUnit test into budgets and measurements.
 *
 * <p>Imports lower floors, the JUnit API and opentest4j only.
 */
@NullMarked
package dev.tare.extension;

import org.jspecify.annotations.NullMarked;
