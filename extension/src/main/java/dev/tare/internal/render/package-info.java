/**
 * Formats reports as text: one class per output, without side effects.
 *
 * <p>Imports lower floors and Gson only.
 */
@NullMarked
package dev.tare.internal.render;

import org.jspecify.annotations.NullMarked;
