/**
 * Limits on how a cost grows with the size of the input: {@code @Growth}.
 *
 * <p>Imports lower floors and the JUnit API only.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@NullMarked
package dev.tare.growth;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
