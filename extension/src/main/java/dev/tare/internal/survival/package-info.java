/**
 * Objects that should be collected: whether they are, which references hold them, and which become
 * old.
 *
 * <p>Imports {@code body}, {@code heap}, {@code internal.heap}, {@code internal.agent}, {@code
 * model}, {@code unit} and the JDK only.
 */
@NullMarked
package dev.tare.internal.survival;

import org.jspecify.annotations.NullMarked;
