/**
 * The sampling loop and its verdict machine.
 *
 * <p>Imports lower floors only.
 */
@NullMarked
package dev.tare.internal.timing;

import org.jspecify.annotations.NullMarked;
