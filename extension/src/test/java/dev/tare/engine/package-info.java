/** Tests of the engine for annotated methods without a Jupiter annotation. */
@NullMarked
package dev.tare.engine;

import org.jspecify.annotations.NullMarked;
