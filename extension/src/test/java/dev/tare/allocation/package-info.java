/** Tests of {@code @MaxAllocatedBytes} through the published API. */
@org.jspecify.annotations.NullMarked
package dev.tare.allocation;
