/** Tests of {@code internal.jupiter}. */
@NullMarked
package dev.tare.internal.jupiter;

import org.jspecify.annotations.NullMarked;
