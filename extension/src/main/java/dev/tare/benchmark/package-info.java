/**
 * Limits on the time of a test: {@code @Benchmarked}.
 *
 * <p>Imports lower floors and the JUnit API only.
 */
@NullMarked
package dev.tare.benchmark;

import org.jspecify.annotations.NullMarked;
