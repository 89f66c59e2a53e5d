/** Tests of {@code @MaxRetainedSize} and {@code @MaxInstances} through the engine. */
@org.jspecify.annotations.NullMarked
package dev.tare.retained;
