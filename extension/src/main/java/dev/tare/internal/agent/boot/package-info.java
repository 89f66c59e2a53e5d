/**
 * The recorders that woven code calls. They are copied into {@code java.lang}, where every class
 * loader and every module finds them.
 *
 * <p>Imports {@code java.lang} and {@code java.util.function} only.
 */
@NullMarked
package dev.tare.internal.agent.boot;

import org.jspecify.annotations.NullMarked;
