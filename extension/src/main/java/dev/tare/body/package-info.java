/**
 * The body of a test as a meter calls it.
 *
 * <p>Imports the JDK only.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@NullMarked
package dev.tare.body;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
