/**
 * Measurements without annotations and without JUnit: {@link dev.tare.Tare} is the entry point.
 *
 * <p>Imports the packages of the annotations, {@code internal.plain} and lower floors only.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@NullMarked
package dev.tare;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
