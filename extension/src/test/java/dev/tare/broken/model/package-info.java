/** Fixtures of the architecture test. */
@NullMarked
package dev.tare.broken.model;

import org.jspecify.annotations.NullMarked;
