/**
 * The engine that runs annotated methods which Jupiter alone would not run.
 *
 * <p>Imports lower floors, the JUnit Platform engine API and Javassist only.
 */
@NullMarked
package dev.tare.engine;

import org.jspecify.annotations.NullMarked;
