/**
 * Thread allocation counters, readings around calls, and the breakdown by line.
 *
 * <p>Imports lower floors only.
 */
@NullMarked
package dev.tare.internal.allocation;

import org.jspecify.annotations.NullMarked;
