/**
 * Where the time of a call goes, by the JVM's own sampling.
 *
 * <p>Imports lower floors and {@code jdk.jfr}, which need not be there.
 */
@NullMarked
package dev.tare.internal.profile;

import org.jspecify.annotations.NullMarked;
