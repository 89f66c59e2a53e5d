/** Tests of {@code internal.agent.weave}. */
@NullMarked
package dev.tare.internal.agent.weave;

import org.jspecify.annotations.NullMarked;
