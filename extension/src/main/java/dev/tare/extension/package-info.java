/**
 * What turns an annotation into a verdict on a test; the only floor below the slices that knows
 * JUnit.
 *
 * <p>Imports lower floors, the JUnit API and opentest4j only.
 *
 * <p>{@code @MeasuredBy} carries no status of its own: JUnit looks through all that the annotations
 * of a test carry, a dozen times a test.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@NullMarked
package dev.tare.extension;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
