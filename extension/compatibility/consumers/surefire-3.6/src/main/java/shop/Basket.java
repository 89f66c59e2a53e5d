package shop;

import java.util.HashMap;
import java.util.Map;

/** Amounts of the articles that a customer has chosen. */
public final class Basket {

  private final Map<String, Integer> amounts = new HashMap<>();

  /** Adds one article. */
  public void add(String article) {
    amounts.merge(article, 1, Integer::sum);
  }

  /** Returns how many articles of all kinds the basket holds. */
  public int size() {
    int size = 0;
    for (int amount : amounts.values()) {
      size += amount;
    }
    return size;
  }

  /** Returns one line for each kind of article. */
  public String print() {
    StringBuilder lines = new StringBuilder();
    amounts.forEach((article, amount) -> lines.append(amount).append(' ').append(article));
    return lines.toString();
  }
}
