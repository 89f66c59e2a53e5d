package shop;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;

/** Prices in cents. */
@ApplicationScoped
public class Prices {

  private final int[] cents = {1_999, 450, 12_900};

  public int sum() {
    int sum = 0;
    for (int price : cents) {
      sum += price;
    }
    return sum;
  }

  public List<Integer> all() {
    List<Integer> all = new ArrayList<>(3);
    for (int price : cents) {
      all.add(price);
    }
    return all;
  }
}
