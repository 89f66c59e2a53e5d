package shop;

import java.util.ArrayList;
import java.util.List;

/** Articles that a customer has chosen. */
public class Basket {

  private final List<String> articles = new ArrayList<>();

  public List<String> copy() {
    return new ArrayList<>(articles);
  }

  public int size() {
    return articles.size();
  }
}
