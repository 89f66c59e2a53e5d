/**
 * Benchmarks of Tare's own cost. Run with {@code mvn -Pbenchmarks -pl benchmarks -am -DskipTests
 * verify}, one of them with {@code -Dbenchmark=QuantityBenchmark}.
 */
@NullMarked
package dev.tare.benchmarks;

import org.jspecify.annotations.NullMarked;
