/**
 * JUnit test engine for annotated methods without a Jupiter annotation.
 *
 * <p>Imports lower floors and the JUnit API only.
 */
@NullMarked
package dev.tare.engine;

import org.jspecify.annotations.NullMarked;
