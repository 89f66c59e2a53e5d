/**
 * Generated stubs that call a test body without any overhead, and the copy of Jupiter.
 *
 * <p>Imports the JDK, Javassist and class files of {@code internal.agent} only.
 */
@NullMarked
package dev.tare.internal.call;

import org.jspecify.annotations.NullMarked;
