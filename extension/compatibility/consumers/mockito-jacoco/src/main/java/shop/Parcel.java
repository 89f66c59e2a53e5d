package shop;

/** A basket that has been ordered; no class but the measured test uses it. */
public final class Parcel {

  private final Basket basket;

  public Parcel(Basket basket) {
    this.basket = basket;
  }

  /** Returns the number of articles. */
  public int articles() {
    return basket.size();
  }
}
