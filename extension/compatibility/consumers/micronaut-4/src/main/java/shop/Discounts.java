package shop;

/** Discounts in per cent. */
public interface Discounts {

  int of(String customer);
}
