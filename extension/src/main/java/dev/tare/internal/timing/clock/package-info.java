/**
 * The clocks and counters of the JVM and the operating system.
 *
 * <p>Imports {@code internal.agent} and the JDK only.
 */
@NullMarked
package dev.tare.internal.timing.clock;

import org.jspecify.annotations.NullMarked;
