/** Tests of {@code internal.timing.call}. */
@NullMarked
package dev.tare.internal.timing.call;

import org.jspecify.annotations.NullMarked;
