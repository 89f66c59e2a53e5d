package dev.tare.internal.launch;

import org.apiguardian.api.API;

/** Refuses attributes of annotations. */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class Attributes {

  private Attributes() {}

  /**
   * Requires something of an attribute.
   *
   * @param what the attribute with its value, or what is wrong: {@code runs = 0}
   * @param example what would be accepted
   * @throws IllegalArgumentException if it is not fulfilled, with all three texts
   */
  public static void require(boolean fulfilled, String what, String reason, String example) {
    if (!fulfilled) {
      throw new IllegalArgumentException("%s: %s, for example %s".formatted(what, reason, example));
    }
  }
}
