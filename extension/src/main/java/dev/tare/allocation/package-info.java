/**
 * Limits on allocation: {@code @MaxAllocatedBytes}, {@code @NoAllocation} and
 * {@code @MaxAllocations}.
 *
 * <p>Imports lower floors and the JUnit API only.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@NullMarked
package dev.tare.allocation;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
