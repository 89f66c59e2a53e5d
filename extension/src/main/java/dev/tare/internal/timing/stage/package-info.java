/**
 * The stages of a benchmark before its samples are taken: first calls, warm-up, pilot.
 *
 * <p>Imports lower floors and the packages of {@code internal.timing} below it only.
 */
@NullMarked
package dev.tare.internal.timing.stage;

import org.jspecify.annotations.NullMarked;
