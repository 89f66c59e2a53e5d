/**
 * How many bytes a test allocates: {@code @MaxAllocatedBytes}.
 *
 * <p>Imports lower floors and the JUnit API only.
 *
 * <p>Annotations that stand on tests carry no status of their own: JUnit looks through all that an
 * annotation carries, a dozen times a test.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@NullMarked
package dev.tare.allocation;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
