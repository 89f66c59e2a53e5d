/**
 * The JUnit Jupiter extension: reads the annotations of a test, calls its body, reports its
 * verdicts.
 *
 * <p>Imports {@code extension}, {@code internal.launch}, lower floors, the JUnit API and opentest4j
 * only.
 */
@NullMarked
package dev.tare.internal.jupiter;

import org.jspecify.annotations.NullMarked;
