package dev.tare.internal.timing;

import dev.tare.unit.Elapsed;

/**
 * How long a benchmark may take: with the confirmation of an exceeded budget no longer than both
 * together. A call that has begun is always finished, and of each method at least {@value
 * Sampler#FEWEST_ROUNDS} samples are taken, so calls that take seconds take longer.
 *
 * @param warmup the longest warm-up of all methods together; it ends earlier when the JIT is quiet
 * @param sampling the longest sampling of all methods together
 */
public record Caps(Elapsed warmup, Elapsed sampling) {}
