/** What {@code @MaxRetainedSize} promises, from outside. */
@org.jspecify.annotations.NullMarked
package dev.tare.retained;
