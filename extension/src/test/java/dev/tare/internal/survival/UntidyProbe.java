package dev.tare.internal.survival;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Measures bodies of some kinds in this JVM, each keeping 0, 1 and 3 arrays of 72 bytes in a call.
 * Prints those whose intervals do not cover what they kept.
 */
final class UntidyProbe {

  private static final List<Integer> KEPT = List.of(0, 1, 3);
  private static final int CALLS = 10;
  private static final int ROUNDS = 5;
  private static final int WARMUPS = 2;

  /** Body and the number of objects that it keeps in a call. */
  private record Case(UntidyBody body, int kept) {

    SurvivingGrowth growth() throws Throwable {
      try {
        return new SurvivingRounds(body.keeping(kept), CALLS, ROUNDS, name -> true)
            .measure(WARMUPS)
            .orElseThrow();
      } finally {
        UntidyBody.KEPT.clear();
      }
    }

    ClassTotal expected() {
      return new ClassTotal(1, UntidyBody.BYTES_OF_KEPT).times(CALLS * kept);
    }
  }

  private UntidyProbe() {}

  /**
   * Measures the bodies in a random order.
   *
   * @param arguments a seed, and the names of the kinds; all kinds without names
   */
  public static void main(String[] arguments) throws Throwable {
    List<Case> cases = cases(Arrays.asList(arguments).subList(1, arguments.length));
    Collections.shuffle(cases, new Random(Long.parseLong(arguments[0])));
    List<String> wrong = new ArrayList<>();
    List<String> doubtful = new ArrayList<>();
    for (Case one : cases) {
      SurvivingGrowth growth = one.growth();
      ClassTotal expected = one.expected();
      if (!isRight(growth, expected)) {
        wrong.add(one + ": " + growth);
      } else if (!growth.certainTotal().equals(growth.mostTotal())) {
        doubtful.add(one + ": " + growth.doubt());
      }
    }
    System.out.printf(
        "%d bodies, %d wrong %s, %d doubtful %s",
        cases.size(), wrong.size(), wrong, doubtful.size(), doubtful);
    System.exit(0); // some bodies leave threads behind
  }

  /** Returns whether a growth covers what a body kept, and is certain if it kept anything. */
  static boolean isRight(SurvivingGrowth growth, ClassTotal kept) {
    ClassTotal certain = growth.certainTotal();
    return certain.without(kept).isZero()
        && kept.without(growth.mostTotal()).isZero()
        && certain.isZero() == kept.isZero();
  }

  private static List<Case> cases(List<String> names) {
    List<Case> cases = new ArrayList<>();
    for (UntidyBody body : UntidyBody.values()) {
      if (body.canRun() && (names.isEmpty() || names.contains(body.name()))) {
        KEPT.forEach(kept -> cases.add(new Case(body, kept)));
      }
    }
    return cases;
  }
}
