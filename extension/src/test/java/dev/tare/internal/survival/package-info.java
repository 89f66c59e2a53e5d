/** Tests of the engine that finds what is not collected. */
@org.jspecify.annotations.NullMarked
package dev.tare.internal.survival;
