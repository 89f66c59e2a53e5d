package shop;

/** Is woven while invocations of {@link Rates} are counted, but no test runs it. */
final class Unused implements Rates {

  @Override
  public double rate(String currency) {
    return 1;
  }
}
