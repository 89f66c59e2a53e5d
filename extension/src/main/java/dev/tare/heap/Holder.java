package dev.tare.heap;

import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import org.apiguardian.api.API;

/**
 * Root, such as a static field or a thread, that also reaches objects of a value.
 *
 * <p>An object that several roots reach is counted only for the first of them. The order is extra
 * roots, static fields of the application, threads, static fields of the JDK, class loaders,
 * classes, constants. Therefore the objects of all holders add up to the shared objects.
 *
 * @param kind the kind of root
 * @param name the class of an extra root, class and field of a static field, a thread's name, the
 *     class of a class loader, or a class
 * @param objects the number of shared objects counted for this root
 * @param size their bytes
 * @param references the number of references to shared objects from objects that this root reaches
 *     and no earlier one does; a holder with references but no objects reaches only objects already
 *     counted for an earlier one
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Holder(RootKind kind, String name, Count objects, DataSize size, Count references) {

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
    CLASS("class"),
    /** A constant of a class: a lambda or method reference that captures nothing. */
    CONSTANT("constant of");

    private final String noun;

    RootKind(String noun) {
      this.noun = noun;
    }

    /** Returns the kind in words: {@code static field}. */
    public String noun() {
      return noun;
    }
  }

  /** Returns a phrase for a message: {@code static field com.shop.Catalogue.ITEMS}. */
  public String description() {
    return kind.noun() + " " + name;
  }
}
