package dev.tare.heap;

import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import org.apiguardian.api.API;

/**
 * Bytes of one object alone, split into header, fields or elements, and padding: {@code 12 B
 * header, 2 references, 1 int, 4 B padding}. Header, parts and padding add up to the size.
 *
 * @param label the class, {@code java.lang.String}; for an array with its length, {@code char[9]}
 * @param bytes the size of the object
 * @param header the bytes of the header; for an array, its length included
 * @param parts the fields or elements by type, superclasses included: references first, then the
 *     largest primitives
 * @param padding the bytes that nothing uses: gaps between fields, and the rest up to the alignment
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record ShallowSize(String label, long bytes, long header, List<Part> parts, long padding) {

  /** Copies the list. */
  public ShallowSize {
    parts = List.copyOf(parts);
  }

  /**
   * Fields or elements of one type.
   *
   * @param type {@code reference}, a primitive type, {@code injected} for fields that the JVM adds
   *     to a class of the JDK, or {@code other} for content that no field describes
   * @param count their number
   * @param bytes their bytes together
   */
  public record Part(String type, long count, long bytes) {

    private String text() {
      return switch (type) {
        case "other" -> String.format(Locale.ROOT, "%,d B other", bytes);
        case "reference" ->
            String.format(Locale.ROOT, "%,d reference%s", count, count == 1 ? "" : "s");
        default -> String.format(Locale.ROOT, "%,d %s", count, type);
      };
    }
  }

  /**
   * Returns a phrase for a message: {@code char[9]} for an array, {@code 12 B header, 1 reference,
   * 1 int, 4 B padding} for another object.
   */
  public String description() {
    if (label.endsWith("]")) {
      return label;
    }
    StringJoiner text = new StringJoiner(", ");
    if (header > 0) {
      text.add(header + " B header");
    }
    parts.forEach(part -> text.add(part.text()));
    if (padding > 0) {
      text.add(padding + " B padding");
    }
    return text.toString();
  }
}
