/**
 * Recordings made by woven code.
 *
 * <p>Every use has the same parts: a {@code WeavingTurn} is taken, {@code WovenClasses} puts hooks
 * into classes by a {@code HookPlan} and restores them, and a {@code RecorderInstance} collects
 * what the hooks see. A use differs in its plan and in what it reads from its recorder.
 *
 * <p>Imports {@code internal.agent} and its packages below only.
 */
@NullMarked
package dev.tare.internal.agent.record;

import org.jspecify.annotations.NullMarked;
