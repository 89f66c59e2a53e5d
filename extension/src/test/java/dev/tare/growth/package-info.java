/** What {@code @MaxAllocatedBytes} promises, from outside. */
@org.jspecify.annotations.NullMarked
package dev.tare.growth;
