/** Tests of {@code @Benchmarked} through the published API. */
@org.jspecify.annotations.NullMarked
package dev.tare.benchmark;
