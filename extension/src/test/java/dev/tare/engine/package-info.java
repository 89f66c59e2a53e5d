/** Tests of the engine that runs annotated methods which Jupiter alone would not run. */
@NullMarked
package dev.tare.engine;

import org.jspecify.annotations.NullMarked;
