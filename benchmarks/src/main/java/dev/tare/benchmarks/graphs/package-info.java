/**
 * Compares the time and memory with which Tare and its peers weigh object graphs: {@link
 * dev.tare.benchmarks.graphs.PeerGraphComparison}.
 */
@NullMarked
package dev.tare.benchmarks.graphs;

import org.jspecify.annotations.NullMarked;
