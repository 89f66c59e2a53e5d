/**
 * Limits on allocation: {@code @MaxAllocatedBytes}, {@code @NoAllocation} and
 * {@code @MaxAllocations}.
 *
 * <p>Imports lower floors and the JUnit API only.
 */
@NullMarked
package dev.tare.allocation;

import org.jspecify.annotations.NullMarked;
