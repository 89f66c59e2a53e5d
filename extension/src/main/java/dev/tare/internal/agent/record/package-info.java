/**
 * Recordings of the allocations and calls of woven classes.
 *
 * <p>Imports {@code internal.agent}, its packages below, the JDK and Javassist only.
 */
@NullMarked
package dev.tare.internal.agent.record;

import org.jspecify.annotations.NullMarked;
