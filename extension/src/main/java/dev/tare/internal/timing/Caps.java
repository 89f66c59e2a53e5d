package dev.tare.internal.timing;

import dev.tare.unit.Elapsed;

/**
 * How long a benchmark may take; a call that has begun is always finished.
 *
 * @param warmup the longest warm-up of each method compared; it ends earlier when the JIT is quiet
 * @param sampling the longest sampling; at least {@value Sampler#FEWEST_ROUNDS} samples are taken
 *     of each method, and an exceeded budget is confirmed by a second warm-up and sampling
 */
public record Caps(Elapsed warmup, Elapsed sampling) {}
