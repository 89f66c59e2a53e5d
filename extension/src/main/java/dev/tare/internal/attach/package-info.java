/**
 * The agent jar: records which lines of a running JVM allocate, from its command line or by
 * attaching to it.
 *
 * <p>One half runs in the JVM that attaches ({@code Main}), the other in the one that is recorded
 * ({@code Entry}). Imports the JDK, its attach API included, and lower floors.
 */
@NullMarked
package dev.tare.internal.attach;

import org.jspecify.annotations.NullMarked;
