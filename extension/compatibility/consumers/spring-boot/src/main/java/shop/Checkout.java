package shop;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@Service
public class Checkout {

  private final Purchases purchases;
  private final ExchangeRates rates;
  private final Discounts discounts;

  public Checkout(Purchases purchases, ExchangeRates rates, Discounts discounts) {
    this.purchases = purchases;
    this.rates = rates;
    this.discounts = discounts;
  }

  @Transactional
  public Purchase buy(String customer, String product, int cents) {
    return purchases.save(new Purchase(customer).with(product, cents - discounts.off(cents)));
  }

  public double total(Purchase purchase, String currency) {
    return purchase.total() * rates.rate(currency);
  }

  /** Loads the items of each purchase with a query of its own. */
  @Transactional(readOnly = true)
  public int turnover() {
    return purchases.findAll().stream().mapToInt(Purchase::total).sum();
  }

  @Transactional(readOnly = true)
  public int turnoverInOneQuery() {
    return purchases.findAllWithItems().stream().mapToInt(Purchase::total).sum();
  }
}
