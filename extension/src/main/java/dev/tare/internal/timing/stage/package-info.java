/**
 * The stages of a benchmark before its samples are taken: first calls, warm-up, pilot; and what a
 * garbage collection or other work adds to a sample.
 *
 * <p>Imports lower floors and the packages of {@code internal.timing} below it only.
 */
@NullMarked
package dev.tare.internal.timing.stage;

import org.jspecify.annotations.NullMarked;
