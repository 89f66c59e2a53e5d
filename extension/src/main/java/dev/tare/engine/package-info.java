/**
 * JUnit test engine for annotated methods without a Jupiter annotation.
 *
 * <p>Imports {@code extension}, {@code internal.call}, {@code internal.agent} and the JUnit API
 * only.
 */
@NullMarked
package dev.tare.engine;

import org.jspecify.annotations.NullMarked;
