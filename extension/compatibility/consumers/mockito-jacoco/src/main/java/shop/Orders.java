package shop;

import java.util.List;

/** Orders, whose prices are converted and whose customers get letters. */
public final class Orders {

  private final Mailer mailer;
  private final Rates rates;

  public Orders(Mailer mailer, Rates rates) {
    this.mailer = mailer;
    this.rates = rates;
  }

  /** Sends one letter to each customer. */
  public int notify(List<String> customers) {
    int letters = 0;
    for (String customer : customers) {
      if (mailer.send(customer) != null) {
        letters++;
      }
    }
    return letters;
  }

  /** Reads the rate for each price. */
  public double total(String currency, double... prices) {
    double total = 0;
    for (double price : prices) {
      total += price * rates.rate(currency);
    }
    return total;
  }

  public long age() {
    return Clocks.now();
  }
}
