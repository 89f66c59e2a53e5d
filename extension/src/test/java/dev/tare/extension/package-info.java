/** Tests of the published extension point. */
@org.jspecify.annotations.NullMarked
package dev.tare.extension;
