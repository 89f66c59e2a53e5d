/** Tests of {@code @Growth} through the published API. */
@org.jspecify.annotations.NullMarked
package dev.tare.growth;
