/**
 * How many bytes a test allocates: {@code @MaxAllocatedBytes}.
 *
 * <p>Imports lower floors and the JUnit API only.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@NullMarked
package dev.tare.allocation;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
