package dev.tare.internal.attach;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The program whose recording docs/guide/agent.md shows. */
final class Shop {

  static volatile @Nullable Object kept;

  private Shop() {}

  static void sell(int orders) {
    for (int i = 0; i < orders; i++) {
      order(i);
    }
  }

  private static void order(int number) {
    List<Integer> prices = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      prices.add(1_000 + i);
    }
    kept = prices;
    kept = Integer.toString(1_000_000 + number);
    kept = new byte[1_000];
  }
}
