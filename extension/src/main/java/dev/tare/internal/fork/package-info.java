/**
 * Runs one test again in a fresh JVM, and brings back what it measured there.
 *
 * <p>Imports lower floors, and in the class that runs in the fresh JVM, JUnit's launcher, which
 * need not be on the class path.
 */
@NullMarked
package dev.tare.internal.fork;

import org.jspecify.annotations.NullMarked;
