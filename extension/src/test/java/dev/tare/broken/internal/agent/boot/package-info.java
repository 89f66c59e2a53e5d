/** Fixtures of the architecture test. */
@NullMarked
package dev.tare.broken.internal.agent.boot;

import org.jspecify.annotations.NullMarked;
