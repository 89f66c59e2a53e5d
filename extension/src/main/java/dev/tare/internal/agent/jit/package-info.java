/**
 * Lists, discards and prevents code that the JIT compilers produce.
 *
 * <p>Imports {@code internal.agent} and its packages below only.
 */
@NullMarked
package dev.tare.internal.agent.jit;

import org.jspecify.annotations.NullMarked;
