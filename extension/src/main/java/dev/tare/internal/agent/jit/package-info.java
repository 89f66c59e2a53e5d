/**
 * Code that the JIT compilers made of classes: listing it, discarding it, preventing it.
 *
 * <p>Imports {@code internal.agent} and its packages below only.
 */
@NullMarked
package dev.tare.internal.agent.jit;

import org.jspecify.annotations.NullMarked;
