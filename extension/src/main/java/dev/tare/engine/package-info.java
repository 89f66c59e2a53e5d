/**
 * Discovers and runs the annotated methods that Jupiter alone would not run.
 *
 * <p>Imports {@code extension}, the JUnit API and Javassist only.
 */
@NullMarked
package dev.tare.engine;

import org.jspecify.annotations.NullMarked;
