/**
 * Limits on how a cost grows with the size of the input: {@code @Growth}.
 *
 * <p>Imports lower floors and the JUnit API only.
 */
@NullMarked
package dev.tare.growth;

import org.jspecify.annotations.NullMarked;
