package shop;

import java.util.ArrayList;
import java.util.List;
import org.testcontainers.lifecycle.Startable;

/** Stands for a container: it needs no Docker, and counts its starts and stops. */
final class CountingStore implements Startable {

  private final List<String> prices = new ArrayList<>();
  private int starts;
  private int stops;

  @Override
  public void start() {
    starts++;
  }

  @Override
  public void stop() {
    stops++;
    prices.clear();
  }

  void add(String price) {
    prices.add(price);
  }

  int size() {
    return prices.size();
  }

  boolean isRunning() {
    return starts > stops;
  }

  int starts() {
    return starts;
  }

  int stops() {
    return stops;
  }
}
