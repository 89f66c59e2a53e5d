/**
 * Quantities: parsed from text with a unit, compared, printed. Imports the JDK only.
 *
 * <p>Every number is printed with {@link java.util.Locale#ROOT}.
 */
@NullMarked
package dev.tare.unit;

import org.jspecify.annotations.NullMarked;
