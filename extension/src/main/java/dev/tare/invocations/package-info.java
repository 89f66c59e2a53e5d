/**
 * Limits on calls of a method: {@code @MaxInvocations}.
 *
 * <p>Imports lower floors and the JUnit API only.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@NullMarked
package dev.tare.invocations;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
