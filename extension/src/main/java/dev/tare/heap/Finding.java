package dev.tare.heap;

import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import org.apiguardian.api.API;

/**
 * Objects of one class, along one path, that take more memory than they need.
 *
 * @param waste in which way, and what is assumed
 * @param type the name of their class
 * @param path how they are reached from the first node that was visited, as in a {@link
 *     Footprint.Row}; empty for that node itself
 * @param objects how many there are
 * @param of how many objects of the class were visited along that path
 * @param saving the bytes by which the graph would be smaller without the waste, exact for the
 *     layout of this JVM; savings of several findings never overlap
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Finding(
    Waste waste, String type, String path, Count objects, Count of, DataSize saving) {

  /**
   * For a message: {@code 799 of 1,000 java.lang.String at items[*].name repeat an earlier one}.
   */
  public String description() {
    return objects.exact()
        + " of "
        + of.exact()
        + " "
        + type
        + (path.isEmpty() ? "" : " at " + path)
        + " "
        + waste.predicate(objects.items());
  }
}
