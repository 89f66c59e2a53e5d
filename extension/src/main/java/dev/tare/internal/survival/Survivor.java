package dev.tare.internal.survival;

import dev.tare.heap.RootPath;
import org.jspecify.annotations.Nullable;

/**
 * Object that was not collected, and what holds it.
 *
 * @param type the name of its class
 * @param path the shortest path to it; null if no visible root reaches it
 */
public record Survivor(String type, HolderKind holderKind, @Nullable RootPath path) {

  /** Kind of holder of an object. */
  public enum HolderKind {
    /** Held by a static field, a thread, a class loader or a class. */
    BY_A_ROOT,
    /** Held by the test alone: its instance, an enclosing one or an argument. */
    BY_THE_TEST,
    /** Held by soft references alone, as far as a walk can see. */
    SOFTLY,
    /** Held by a class loader that nothing holds, as far as a walk can see. */
    BY_A_LOADER,
    /** Held by what a walk cannot see: local variables, native code, constants of classes. */
    UNSEEN
  }
}
