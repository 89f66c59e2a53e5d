/**
 * Runs one test again in a fresh JVM, and brings back what it measured there.
 *
 * <p>Imports lower floors only. JUnit's launcher, which need not be on the class path, is called by
 * reflection.
 */
@NullMarked
package dev.tare.internal.fork;

import org.jspecify.annotations.NullMarked;
