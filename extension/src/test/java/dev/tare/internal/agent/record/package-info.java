/** Tests of {@code internal.agent.record}. */
@NullMarked
package dev.tare.internal.agent.record;

import org.jspecify.annotations.NullMarked;
