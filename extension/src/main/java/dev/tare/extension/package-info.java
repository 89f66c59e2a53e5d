/**
 * The extension point: a metric turns an annotation on a JUnit test into budgets and measurements.
 *
 * <p>Imports lower floors, the JUnit API and opentest4j only.
 *
 * <p>{@code @MeasuredBy} has no {@code @API} of its own, since JUnit searches the annotations on a
 * test's annotations a dozen times per test.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@NullMarked
package dev.tare.extension;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
