package dev.tare.heap;

import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Shortest chain of strong references from a root, such as a static field, to an object.
 *
 * <p>A reference from an object to its class is part of a chain if the class can be unloaded: an
 * object keeps its class alive, the class its loader, and the loader all its classes with their
 * static fields.
 *
 * @param kind the kind of root
 * @param root the class of an extra root or of a class loader, class and field of a static field, a
 *     thread's name, or a class
 * @param type the name of the class of the root itself or, for a static field, of the object that
 *     the field refers to
 * @param steps the references from there to the object; empty if the root is the object itself or,
 *     for a static field, refers to it
 * @param cut what a second walk found without the last reference of the chain that belongs to the
 *     application and not to the JDK; null if there is no such reference
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record RootPath(
    RootKind kind, String root, String type, List<Step> steps, @Nullable Cut cut) {

  /** Kinds of roots from which live objects are reached. */
  public enum RootKind {
    /** An object passed in by the caller. */
    EXTRA_ROOT("extra root"),
    /** A static field. */
    STATIC_FIELD("static field"),
    /** A thread, with its thread locals. */
    THREAD("thread"),
    /** A class loader. */
    CLASS_LOADER("class loader"),
    /** A class, with the objects that {@code ClassValue} and reflection attach to it. */
    CLASS("class");

    private final String noun;

    RootKind(String noun) {
      this.noun = noun;
    }

    /** Returns the kind in words: {@code static field}. */
    public String noun() {
      return noun;
    }
  }

  /** Copies the list. */
  public RootPath {
    steps = List.copyOf(steps);
  }

  /**
   * One reference of a chain.
   *
   * @param reference the field or element: {@code .table}, {@code [11]}; {@code .getClass()} for
   *     the reference to a class
   * @param type the name of the class of the object that it leads to; for a class, its own name
   *     followed by {@code .class}
   */
  public record Step(String reference, String type) {}

  /**
   * Reference of the application, and what a second walk without it found.
   *
   * @param reference the class and field, {@code com.shop.Sessions.OPEN}; the thread local; or
   *     {@code captured argument 1 of a lambda of com.shop.Shop}
   * @param stillHeldBy the shortest chain without that reference, such as {@code thread "main"
   *     .contextClassLoader}; null if the walk found none
   */
  public record Cut(String reference, @Nullable String stillHeldBy) {}

  /**
   * Returns the last reference of the application on the chain that code can remove, not what a
   * lambda or an inner class captured unless there is no other, if a walk without it does not reach
   * the object; otherwise empty, as it is if the chain has no reference of the application.
   */
  public Optional<String> onlyReference() {
    return Optional.ofNullable(cut)
        .filter(reference -> reference.stillHeldBy == null)
        .map(Cut::reference);
  }

  /**
   * Returns the chain as a phrase for a message: {@code static field com.shop.Sessions.OPEN
   * .table[11].value}.
   */
  public String description() {
    StringBuilder text = new StringBuilder(kind.noun()).append(' ').append(root);
    if (!steps.isEmpty()) {
      text.append(' ');
      steps.forEach(step -> text.append(step.reference));
    }
    return text.toString();
  }
}
