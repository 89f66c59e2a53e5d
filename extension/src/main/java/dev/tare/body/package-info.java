/**
 * The body of a test as a metric calls it.
 *
 * <p>Imports the JDK only.
 */
@NullMarked
package dev.tare.body;

import org.jspecify.annotations.NullMarked;
