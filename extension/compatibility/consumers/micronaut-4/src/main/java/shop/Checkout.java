package shop;

import io.micronaut.context.annotation.Property;
import jakarta.inject.Singleton;

/** Sells at discounted prices. */
@Singleton
public class Checkout {

  private final Prices prices;
  private final Discounts discounts;
  private final int factor;

  public Checkout(
      Prices prices,
      Discounts discounts,
      @Property(name = "shop.factor", defaultValue = "1") int factor) {
    this.prices = prices;
    this.discounts = discounts;
    this.factor = factor;
  }

  public int total(String customer) {
    return factor * prices.sum() * (100 - discounts.of(customer)) / 100;
  }
}
