/** Exactness of the counters. */
@org.jspecify.annotations.NullMarked
package dev.tare.internal.allocation;
