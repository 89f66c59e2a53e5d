/**
 * Limits on calls of a method: {@code @MaxInvocations}.
 *
 * <p>Imports lower floors and the JUnit API only.
 */
@NullMarked
package dev.tare.invocations;

import org.jspecify.annotations.NullMarked;
