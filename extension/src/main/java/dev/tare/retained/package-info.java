/**
 * Limits on the memory that the result of a test keeps alive: {@code @MaxRetainedSize}.
 *
 * <p>Imports lower floors and the JUnit API only.
 */
@NullMarked
package dev.tare.retained;

import org.jspecify.annotations.NullMarked;
