/**
 * Profiles of the time of a call, by sampling and by counting calls.
 *
 * <p>Imports lower floors and {@code jdk.jfr}, which need not be there.
 */
@NullMarked
package dev.tare.internal.profile;

import org.jspecify.annotations.NullMarked;
