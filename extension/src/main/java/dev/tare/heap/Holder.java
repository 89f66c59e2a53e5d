package dev.tare.heap;

import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import org.apiguardian.api.API;

/**
 * Who else holds what a value reaches.
 *
 * <p>An object that several hold counts for the first of them: extra roots come before static
 * fields of the application, then threads, static fields of the JDK, class loaders, and what else
 * hangs on classes. So the objects of all holders together are those that are shared.
 *
 * @param kind what kind of root it is
 * @param name which one: the class of an extra root, class and field, a thread's name, the class of
 *     a class loader, or a class
 * @param objects how many shared objects count for it
 * @param size their bytes
 * @param references how many references lead from what it holds, and no earlier one does, to shared
 *     objects; a holder with references and no objects holds what an earlier one does too
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Holder(Kind kind, String name, Count objects, DataSize size, Count references) {

  /** The roots from which everything alive is reached, as far as Java shows them. */
  public enum Kind {
    /** An object that the caller named. */
    EXTRA_ROOT("extra root"),
    /** A static field. */
    STATIC_FIELD("static field"),
    /** A thread, with its thread locals. */
    THREAD("thread"),
    /** A class loader. */
    CLASS_LOADER("class loader"),
    /** A class, with what {@code ClassValue} and reflection attach to it. */
    CLASS("class");

    private final String noun;

    Kind(String noun) {
      this.noun = noun;
    }

    /** The kind in words: {@code static field}. */
    public String noun() {
      return noun;
    }
  }

  /** For a message: {@code static field com.shop.Catalogue.ITEMS}. */
  public String description() {
    return kind.noun() + " " + name;
  }
}
