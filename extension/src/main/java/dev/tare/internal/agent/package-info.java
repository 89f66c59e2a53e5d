/**
 * Access to the {@code Instrumentation}, by which the application's classes are woven.
 *
 * <p>Imports the JDK and Javassist only.
 */
@NullMarked
package dev.tare.internal.agent;

import org.jspecify.annotations.NullMarked;
