/** Tests of {@code internal.agent.jit}. */
@NullMarked
package dev.tare.internal.agent.jit;

import org.jspecify.annotations.NullMarked;
