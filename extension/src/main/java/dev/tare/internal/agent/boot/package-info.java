/**
 * The recorders that woven code calls. They are copied into {@code java.lang}, where every class
 * loader and every module finds them.
 *
 * <p>Imports {@code java.lang} and {@code java.util.function} only.
 *
 * <p>A class that counts bytes has no string constant: the JVM might create it on the thread that
 * is recorded. So an exception for a second recorder has the name of its class as its text.
 */
@NullMarked
package dev.tare.internal.agent.boot;

import org.jspecify.annotations.NullMarked;
