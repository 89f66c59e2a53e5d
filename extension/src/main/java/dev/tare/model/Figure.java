package dev.tare.model;

import java.io.Serializable;
import org.apiguardian.api.API;

/**
 * A measured property, for example the allocated bytes of a call.
 *
 * @param id stable name for machines, lower case with hyphens: {@code allocated-bytes}
 * @param noun the name for people, lower case: {@code allocated bytes}
 * @param plural whether the noun takes a plural verb
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Figure(String id, String noun, boolean plural) implements Serializable {

  /**
   * @throws IllegalArgumentException if the id is not lower case letters and hyphens, or the noun
   *     is empty
   */
  public Figure {
    if (!id.matches("[a-z][a-z-]*") || noun.isBlank()) {
      throw new IllegalArgumentException("not a figure: '" + id + "', '" + noun + "'");
    }
  }
}
