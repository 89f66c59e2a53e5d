package dev.tare.internal.timing;

import dev.tare.unit.Elapsed;

/**
 * How long a benchmark may take after its first call: with the confirmation of an exceeded budget
 * no longer than both together. A call that has begun is always finished, and each trial takes at
 * least {@value Sampler#FEWEST_ROUNDS} samples of each method, so calls of more than 0.1 s may take
 * longer.
 *
 * @param warmup the longest warm-up of all methods together; it ends earlier when the JIT is quiet
 * @param sampling the longest sampling of all methods together
 */
public record Caps(Elapsed warmup, Elapsed sampling) {}
