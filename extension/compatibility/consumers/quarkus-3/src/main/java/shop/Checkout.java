package shop;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;

/** Sells at discounted prices. */
@ApplicationScoped
public class Checkout {

  @Inject Prices prices;
  @Inject Discounts discounts;
  @Inject Receipts receipts;

  public int total(String customer) {
    return prices.sum() * (100 - discounts.of(customer)) / 100;
  }

  @Transactional
  public int sell(String customer) {
    int total = total(customer);
    receipts.print(total);
    return total;
  }
}
