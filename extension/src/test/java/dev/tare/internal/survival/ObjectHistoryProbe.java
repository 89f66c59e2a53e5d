package dev.tare.internal.survival;

import dev.tare.internal.survival.ObjectHistories.State;
import java.util.List;

/** Prints the observed states of objects in this JVM, and the expected states that differ. */
final class ObjectHistoryProbe {

  private ObjectHistoryProbe() {}

  /**
   * Prints a table for each seed.
   *
   * @param arguments the first seed, the number of seeds, and the tenuring threshold
   */
  public static void main(String[] arguments) {
    HistoryJvm jvm = new HistoryJvm();
    long seed = Long.parseLong(arguments[0]);
    int number = Integer.parseInt(arguments[1]);
    int threshold = Integer.parseInt(arguments[2]);
    ObjectHistories.of(seed, threshold, jvm.hasGenerations()).observed(jvm); // loads classes
    int equal = 0;
    for (int i = 0; i < number; i++) {
      ObjectHistories histories = ObjectHistories.of(seed + i, threshold, jvm.hasGenerations());
      List<List<State>> observed = histories.observed(jvm);
      List<List<State>> expected = histories.expected();
      if (!jvm.hasGenerations()) {
        expected = expected.stream().map(ObjectHistoryProbe::withoutGenerations).toList();
      }
      System.out.println(histories.table("observed", observed));
      if (observed.equals(expected)) {
        equal++;
      } else {
        System.out.println(histories.table("expected", expected));
      }
    }
    System.out.printf(
        "%d of %d as expected, generations: %b%n", equal, number, jvm.hasGenerations());
  }

  private static List<State> withoutGenerations(List<State> states) {
    return states.stream()
        .map(state -> state == State.YOUNG || state == State.OLD ? State.ALIVE : state)
        .toList();
  }
}
