/** Tests of {@code internal.weight}. */
@NullMarked
package dev.tare.internal.weight;

import org.jspecify.annotations.NullMarked;
