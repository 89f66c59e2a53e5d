package dev.tare.heap;

import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import org.apiguardian.api.API;

/**
 * Group of objects of one class, reached along one path, that use more memory than they need.
 *
 * @param waste the kind of waste, with the assumption it makes
 * @param type the name of the objects' class
 * @param path the path from the first visited node, as in a {@link Footprint.ClassRow}; empty for
 *     that node itself
 * @param objects the number of wasteful objects
 * @param of the number of objects of the class visited along that path
 * @param saving the bytes that the graph would shrink by without the waste, exact for the layout of
 *     this JVM; savings of several findings never overlap
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Finding(
    Waste waste, String type, String path, Count objects, Count of, DataSize saving) {

  /**
   * Returns a phrase for a message: {@code 799 of 1,000 java.lang.String at items[*].name repeat an
   * earlier one}.
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
