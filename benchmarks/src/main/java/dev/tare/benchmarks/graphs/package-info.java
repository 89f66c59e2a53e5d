/**
 * How fast Tare weighs object graphs, and with how much memory, side by side with its peers: {@link
 * dev.tare.benchmarks.graphs.PeerGraphComparison}.
 */
@NullMarked
package dev.tare.benchmarks.graphs;

import org.jspecify.annotations.NullMarked;
