package dev.tare.unit;

import java.util.Locale;
import org.apiguardian.api.API;

/**
 * A number of items: objects, calls, threads.
 *
 * @param items the number, never negative
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Count(long items) implements Quantity {

  /**
   * @throws IllegalArgumentException if the number is negative
   */
  public Count {
    if (items < 0) {
      throw new IllegalArgumentException(
          "a count cannot be negative: " + items + "; for none, use 0");
    }
  }

  /** Returns a number and its noun: {@code 1 call}, {@code 10,000 calls}. */
  public static String withNoun(long number, String singular, String plural) {
    return String.format(Locale.ROOT, "%,d %s", number, number == 1 ? singular : plural);
  }

  @Override
  public double amount() {
    return items;
  }

  @Override
  public String unit() {
    return "";
  }

  @Override
  public String exact() {
    return String.format(Locale.ROOT, "%,d", items);
  }

  @Override
  public String asBudget() {
    return Long.toString(items);
  }

  @Override
  public Count withAmount(double amount) {
    return new Count(QuantityText.whole(amount));
  }

  @Override
  public int compare(Quantity other) {
    return Long.compare(items, ((Count) other).items);
  }

  @Override
  public String toString() {
    return exact();
  }
}
