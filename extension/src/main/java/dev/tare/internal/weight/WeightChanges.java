package dev.tare.internal.weight;

import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import java.util.ArrayList;
import java.util.List;

/** Sum of the differences between weights and measured figures in a run. */
final class WeightChanges {

  private int equal;
  private int otherRows;
  private int grown;
  private int shrunk;
  private long grownBytes;
  private long shrunkBytes;

  void add(Weight locked, Weight measured) {
    double difference = measured.amount() - locked.amount();
    boolean areBytes = locked.text().endsWith(" B");
    if (difference > 0) {
      grown++;
      grownBytes += areBytes ? (long) difference : 0;
    } else if (difference < 0) {
      shrunk++;
      shrunkBytes -= areBytes ? (long) difference : 0;
    } else if (!measured.rows().isEmpty() && !measured.rows().equals(locked.rows())) {
      otherRows++;
    } else {
      equal++;
    }
  }

  /** Returns the sum in one sentence; none if nothing was compared. */
  List<String> sentences() {
    int all = equal + otherRows + grown + shrunk;
    if (all == 0) {
      return List.of();
    }
    List<String> parts = new ArrayList<>();
    add(parts, equal, "unchanged", 0);
    add(parts, grown, "grown", grownBytes);
    add(parts, shrunk, "shrunk", shrunkBytes);
    add(parts, otherRows, "equal with other rows", 0);
    String accept = all == equal ? "" : "; -Dtare.accept accepts the measured figures";
    return List.of(
        Count.withNoun(all, "weight", "weights") + ": " + String.join(", ", parts) + accept);
  }

  private static void add(List<String> parts, int number, String what, long bytes) {
    if (number > 0) {
      String size = bytes == 0 ? "" : " by " + new DataSize(bytes).both();
      parts.add(number + " " + what + size);
    }
  }
}
