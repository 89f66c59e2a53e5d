/**
 * Statistics as pure functions of arrays.
 *
 * <p>Imports Commons Statistics only.
 */
@NullMarked
package dev.tare.internal.stats;

import org.jspecify.annotations.NullMarked;
