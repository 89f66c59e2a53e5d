/**
 * The extension point: a metric turns an annotation on a JUnit test into budgets and measurements.
 *
 * <p>Imports lower floors, the JUnit API and opentest4j only.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@NullMarked
package dev.tare.extension;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
