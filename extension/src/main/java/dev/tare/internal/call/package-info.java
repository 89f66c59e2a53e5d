/**
 * The generated stub that calls a test with no weight of its own.
 *
 * <p>Imports the JDK and Javassist only.
 */
@NullMarked
package dev.tare.internal.call;

import org.jspecify.annotations.NullMarked;
