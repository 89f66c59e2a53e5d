/** Tests of {@code internal.launch}. */
@NullMarked
package dev.tare.internal.launch;

import org.jspecify.annotations.NullMarked;
