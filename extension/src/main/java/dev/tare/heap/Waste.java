package dev.tare.heap;

import org.apiguardian.api.API;

/**
 * A way in which objects take more memory than what they hold needs.
 *
 * <p>Each is found from fields alone, so each assumes something that the fields do not say.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum Waste {

  /**
   * Strings with the same characters as another one of the graph: all but one of each kind could
   * go, with their bytes where no other string has them. Assumes that nobody compares them by
   * identity.
   */
  REPEATED_STRINGS("repeats an earlier one", "repeat an earlier one"),

  /**
   * Boxed numbers, characters and booleans of the same class and value as another one of the graph:
   * all but one of each could go. Assumes that nobody compares them by identity.
   */
  REPEATED_BOXES("repeats an earlier one", "repeat an earlier one"),

  /**
   * Collections, string builders and streams into memory with an array larger than what is in it
   * needs, tables of hash maps included; and arrays of which nothing but nulls is left from some
   * element on. Assumes that nothing comes to them, and of arrays that their length says nothing.
   */
  UNUSED_CAPACITY("has room that is not used", "have room that is not used"),

  /**
   * Collections without an element, with what belongs to them: null or a shared empty collection
   * could stand in their place. Assumes that they stay empty, or are made when they are needed.
   */
  EMPTY_COLLECTIONS("is empty", "are empty"),

  /**
   * Maps and sets of one element that have a table or a tree for it, which {@code Map.of} and
   * {@code Set.of} do without ({@code Collections.singletonMap} and {@code singleton} where the
   * element is or has a null). Assumes that they are not changed any more, not used by several
   * threads for their locks' sake, and that only the reference on the shortest path says of which
   * type they must be.
   */
  ONE_ELEMENT_MAPS("has one element", "have one element");

  private final String singular;
  private final String plural;

  Waste(String singular, String plural) {
    this.singular = singular;
    this.plural = plural;
  }

  /** What is to be said of so many objects: {@code are empty}. */
  public String predicate(long objects) {
    return objects == 1 ? singular : plural;
  }
}
