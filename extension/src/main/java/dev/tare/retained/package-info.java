/**
 * Limits on the memory that the result of a test keeps alive: {@code @MaxRetainedSize}.
 *
 * <p>Imports lower floors and the JUnit API only.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@NullMarked
package dev.tare.retained;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
