package shop;

import jakarta.inject.Singleton;

@Singleton
public class ClubDiscounts implements Discounts {

  @Override
  public int of(String customer) {
    return customer.startsWith("club-") ? 10 : 0;
  }
}
