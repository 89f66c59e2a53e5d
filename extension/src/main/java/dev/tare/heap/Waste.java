package dev.tare.heap;

import org.apiguardian.api.API;

/**
 * Kind of waste: a way in which objects use more memory than their contents need.
 *
 * <p>Waste is detected from fields alone, so each kind makes an assumption that the fields cannot
 * prove.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum Waste {

  /**
   * Strings with the same characters as another one of the graph. All but one of each group are
   * redundant, and their bytes too if no other string shares them. Assumes that they are not
   * compared by identity.
   */
  REPEATED_STRINGS("repeats an earlier one", "repeat an earlier one"),

  /**
   * Boxed numbers, characters and booleans of the same class and value as another one of the graph.
   * All but one of each group are redundant. Assumes that they are not compared by identity.
   */
  REPEATED_BOXES("repeats an earlier one", "repeat an earlier one"),

  /**
   * Collections, string builders and byte array streams whose array is larger than their contents
   * need, hash tables included; and arrays with trailing nulls. Assumes that nothing will be added,
   * and that the length of an array has no meaning.
   */
  UNUSED_CAPACITY("has unused capacity", "have unused capacity");

  private final String singular;
  private final String plural;

  Waste(String singular, String plural) {
    this.singular = singular;
    this.plural = plural;
  }

  /** Returns the phrase for a number of objects: {@code repeat an earlier one}. */
  public String predicate(long objects) {
    return objects == 1 ? singular : plural;
  }
}
