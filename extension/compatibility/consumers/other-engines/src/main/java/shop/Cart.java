package shop;

import java.util.ArrayList;
import java.util.List;

/** The articles of one customer. */
public final class Cart {

  private final List<Line> lines = new ArrayList<>();

  private record Line(String article, int quantity, long cents) {}

  public void add(String article, int quantity, long cents) {
    lines.add(new Line(article, quantity, cents));
  }

  /** Returns the sum in cents. */
  public long total() {
    long total = 0;
    for (int i = 0; i < lines.size(); i++) {
      total += lines.get(i).quantity * lines.get(i).cents;
    }
    return total;
  }

  /** Returns the sum in cents; creates objects. */
  public Long boxedTotal() {
    Long total = 0L;
    for (int i = 0; i < lines.size(); i++) {
      total += 1_000 * lines.get(i).quantity * lines.get(i).cents;
    }
    return total;
  }
}
