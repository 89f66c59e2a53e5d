/**
 * How many bytes a test allocates: {@code @MaxAllocatedBytes}.
 *
 * <p>Imports lower floors and the JUnit API only.
 */
@NullMarked
package dev.tare.allocation;

import org.jspecify.annotations.NullMarked;
