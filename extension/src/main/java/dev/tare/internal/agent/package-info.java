/**
 * The {@code Instrumentation}: how it is got.
 *
 * <p>Imports the JDK and Javassist only.
 */
@NullMarked
package dev.tare.internal.agent;

import org.jspecify.annotations.NullMarked;
