/**
 * Generated stubs that call a test without a cost of their own.
 *
 * <p>Imports the JDK and Javassist only.
 */
@NullMarked
package dev.tare.internal.call;

import org.jspecify.annotations.NullMarked;
