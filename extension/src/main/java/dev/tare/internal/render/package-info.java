/**
 * Reports as text: one class per output, pure.
 *
 * <p>Imports lower floors and Gson only.
 */
@NullMarked
package dev.tare.internal.render;

import org.jspecify.annotations.NullMarked;
