package dev.tare.unit;

import java.util.Locale;
import java.util.Map;
import org.apiguardian.api.API;

/**
 * A number of bytes.
 *
 * <table>
 * <caption>Accepted text forms</caption>
 * <tr><th>unit</th><th>bytes</th><th>example</th></tr>
 * <tr><td>{@code B}</td><td>1</td><td>{@code "1016 B"}</td></tr>
 * <tr><td>{@code KB}, {@code MB}, {@code GB}</td><td>powers of 1,000</td><td>{@code "1.5 MB"}</td></tr>
 * <tr><td>{@code KiB}, {@code MiB}, {@code GiB}</td><td>powers of 1,024</td><td>{@code "64 KiB"}</td></tr>
 * </table>
 *
 * <p>Units are case-sensitive, the space is optional, fractions of a byte round down.
 *
 * @param bytes the number of bytes, never negative
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record DataSize(long bytes) implements Quantity {

  private static final long KIB = 1L << 10;

  private static final QuantityText TEXT =
      new QuantityText(
          Map.of(
              "B", 1L,
              "KB", 1_000L,
              "MB", 1_000_000L,
              "GB", 1_000_000_000L,
              "KiB", KIB,
              "MiB", KIB << 10,
              "GiB", KIB << 20),
          "B, KB, MB, GB, KiB, MiB or GiB",
          "64 KiB");

  /**
   * @throws IllegalArgumentException if the number is negative
   */
  public DataSize {
    if (bytes < 0) {
      throw new IllegalArgumentException("a size cannot be negative: " + bytes);
    }
  }

  /**
   * Parses a size such as {@code "64 KiB"}.
   *
   * @throws IllegalArgumentException if the number or the unit is missing or unknown, or the value
   *     is negative or more than {@link Long#MAX_VALUE} bytes; the message quotes the text and
   *     gives an accepted example
   */
  public static DataSize parse(String text) {
    return new DataSize(TEXT.parse(text).toBigInteger().longValueExact());
  }

  @Override
  public double amount() {
    return bytes;
  }

  @Override
  public String unit() {
    return "B";
  }

  @Override
  public String exact() {
    return String.format(Locale.ROOT, "%,d B", bytes);
  }

  @Override
  public String rounded() {
    if (bytes < KIB) {
      return exact();
    }
    double kib = bytes / (double) KIB;
    if (kib < 999.5) {
      return QuantityText.decimal(kib) + " KiB";
    }
    double mib = kib / KIB;
    return mib < 999.5
        ? QuantityText.decimal(mib) + " MiB"
        : QuantityText.decimal(mib / KIB) + " GiB";
  }

  @Override
  public String asBudget() {
    return bytes + " B";
  }

  @Override
  public DataSize withAmount(double amount) {
    return new DataSize(QuantityText.whole(amount));
  }

  @Override
  public int compare(Quantity other) {
    return Long.compare(bytes, ((DataSize) other).bytes);
  }

  @Override
  public String toString() {
    return both();
  }
}
