package shop;

import org.springframework.stereotype.Component;

/** Asks another company's server; tests replace it. */
@Component
public class ExchangeRates {

  public double rate(String currency) {
    throw new IllegalStateException("no server for " + currency);
  }
}
