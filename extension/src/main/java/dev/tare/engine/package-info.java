/**
 * Discovers and runs the annotated methods that Jupiter alone would not run.
 *
 * <p>Imports {@code extension}, {@code internal.call}, {@code internal.agent} and the JUnit API
 * only.
 */
@NullMarked
package dev.tare.engine;

import org.jspecify.annotations.NullMarked;
