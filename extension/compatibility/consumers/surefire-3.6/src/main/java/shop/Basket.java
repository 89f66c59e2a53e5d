package shop;

import java.util.ArrayList;
import java.util.List;

/** The articles that a customer has chosen. */
public final class Basket {

  private final List<String> articles = new ArrayList<>();

  /** Adds one article. */
  public void add(String article) {
    articles.add(article);
  }

  /** Returns how many articles the basket holds. */
  public int size() {
    int size = 0;
    for (String article : articles) {
      size += article.isBlank() ? 0 : 1;
    }
    return size;
  }

  /** Returns the names of all articles. */
  public String print() {
    StringBuilder line = new StringBuilder();
    articles.forEach(article -> line.append(article).append(' '));
    return line.toString();
  }
}
