/**
 * What woven code calls. It is copied into {@code java.lang}, where every class loader and every
 * module finds it.
 *
 * <p>Imports {@code java.lang} and {@code java.util.function} only.
 */
@NullMarked
package dev.tare.internal.agent.boot;

import org.jspecify.annotations.NullMarked;
