package dev.tare.internal.allocation;

/**
 * What one thread allocated over a stretch of time.
 *
 * @param id the thread's identifier
 * @param name its name when it was first seen
 * @param bytes by its own counter, headers and padding included
 * @param ended whether it ended meanwhile, so that it may have allocated more since it was sampled
 */
public record ThreadShare(long id, String name, long bytes, boolean ended) {}
