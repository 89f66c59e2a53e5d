/**
 * Quantities, which are parsed from texts with a unit, compared and printed. Imports the JDK only.
 *
 * <p>Every number is printed with {@link java.util.Locale#ROOT}.
 */
@NullMarked
package dev.tare.unit;

import org.jspecify.annotations.NullMarked;
