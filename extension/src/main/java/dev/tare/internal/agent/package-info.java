/**
 * The {@code Instrumentation}: how it is got, and how the application's classes are woven with it.
 *
 * <p>Imports the JDK and Javassist only.
 */
@NullMarked
package dev.tare.internal.agent;

import org.jspecify.annotations.NullMarked;
