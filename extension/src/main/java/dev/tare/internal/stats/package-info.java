/**
 * Pure statistics: arrays in, records out.
 *
 * <p>Imports Commons Statistics only.
 */
@NullMarked
package dev.tare.internal.stats;

import org.jspecify.annotations.NullMarked;
