/**
 * How often a call of the test calls a method: {@code @MaxInvocations}.
 *
 * <p>Imports lower floors and the JUnit API only.
 */
@NullMarked
package dev.tare.invocations;

import org.jspecify.annotations.NullMarked;
