/**
 * Recordings of what woven classes allocate and call.
 *
 * <p>Imports {@code internal.agent}, its packages below, the JDK and Javassist only.
 */
@NullMarked
package dev.tare.internal.agent.record;

import org.jspecify.annotations.NullMarked;
