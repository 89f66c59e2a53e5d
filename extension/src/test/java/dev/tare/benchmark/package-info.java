/** What {@code @Benchmarked} promises, from outside. */
@org.jspecify.annotations.NullMarked
package dev.tare.benchmark;
