/**
 * Recordings made by woven code.
 *
 * <p>Every use has the same parts: a {@code WeavingTurn} is taken, a {@code Weaving} puts hooks
 * into classes and restores them, and a {@code RecorderInstance} collects what the hooks see.
 *
 * <p>Imports {@code internal.agent} and its packages below only.
 */
@NullMarked
package dev.tare.internal.agent.record;

import org.jspecify.annotations.NullMarked;
