package shop;

/** Exchange rates of a provider. */
public interface Rates {

  double rate(String currency);
}
