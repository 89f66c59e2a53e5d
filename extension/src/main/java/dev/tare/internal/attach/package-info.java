/**
 * The agent jar: records which lines of a running JVM allocate, or which methods it calls. It is
 * given on the JVM's command line, or attaches to the JVM.
 *
 * <p>{@code Main} runs in the attaching JVM, {@code Entry} in the recorded one. Imports the JDK,
 * its attach API included, and lower floors.
 */
@NullMarked
package dev.tare.internal.attach;

import org.jspecify.annotations.NullMarked;
