/**
 * One run of the JUnit launcher: its configuration keys, verdicts file and closing table.
 *
 * <p>Imports {@code extension}, lower floors and the JUnit API only.
 */
@NullMarked
package dev.tare.internal.launch;

import org.jspecify.annotations.NullMarked;
