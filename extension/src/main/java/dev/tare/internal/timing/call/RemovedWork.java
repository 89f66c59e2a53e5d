package dev.tare.internal.timing.call;

/**
 * Finding that the JIT seems to have removed the work of a method from the loop of its calls.
 *
 * @param reason the finding in words
 * @param maxNanosAlone mean time of a call outside the loop while the JIT had not yet optimized
 *     these calls, an upper bound of the work; infinite if such calls were not timed
 */
public record RemovedWork(String reason, double maxNanosAlone) {}
