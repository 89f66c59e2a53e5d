package dev.tare.internal.allocation;

import dev.tare.model.PointSeries;

/**
 * The allocation of one thread over an interval.
 *
 * @param name its name at the first sample
 * @param bytes the growth of its own counter, headers and padding included
 * @param series its bytes since the start at each sample, over seconds
 * @param ended whether it ended, so that it may have allocated more after its last sample
 */
public record ThreadShare(long id, String name, long bytes, PointSeries series, boolean ended) {}
