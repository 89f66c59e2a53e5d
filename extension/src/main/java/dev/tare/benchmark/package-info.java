/**
 * Limits on the time of a test: {@code @Benchmarked}.
 *
 * <p>Imports lower floors and the JUnit API only.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@NullMarked
package dev.tare.benchmark;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
