/** Tests of {@code internal.timing.stage}. */
@NullMarked
package dev.tare.internal.timing.stage;

import org.jspecify.annotations.NullMarked;
