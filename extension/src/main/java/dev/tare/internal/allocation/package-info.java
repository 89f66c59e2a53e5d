/**
 * The thread allocation counters and the schedule of readings.
 *
 * <p>Imports lower floors only.
 */
@NullMarked
package dev.tare.internal.allocation;

import org.jspecify.annotations.NullMarked;
