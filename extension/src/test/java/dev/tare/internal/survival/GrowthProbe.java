package dev.tare.internal.survival;

import dev.tare.heap.UnweighableException;
import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.Agent.AgentAccess;
import java.lang.instrument.Instrumentation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;

/**
 * Measures random bodies in this JVM, and prints those whose figures differ from what they kept.
 */
final class GrowthProbe {

  private static final int CALLS = 4;

  private GrowthProbe() {}

  /**
   * Measures the bodies.
   *
   * @param arguments a seed, the number of bodies that keep objects, and the number of bodies that
   *     keep none
   */
  public static void main(String[] arguments) throws Throwable {
    Instrumentation instrumentation = ((AgentAccess.Granted) Agent.access()).instrumentation();
    long seed = Long.parseLong(arguments[0]);
    int keeping = Integer.parseInt(arguments[1]);
    int bodies = keeping + Integer.parseInt(arguments[2]);
    List<String> wrong = new ArrayList<>();
    SurvivingGrowth emptied =
        new SurvivingRounds(new EmptiedList(seed), CALLS, 10, name -> true)
            .measure(2)
            .orElseThrow();
    if (!emptied.certainTotal().isZero()) {
      wrong.add("a list that is emptied: " + emptied);
    }
    boolean unloads = unloadsAtOnce();
    if (unloads) {
      checkWhileClassesAreUnloaded(wrong);
    }
    for (int i = 0; i < bodies; i++) {
      RandomBody body = new RandomBody(seed + i, i < keeping, instrumentation::getObjectSize);
      SurvivingGrowth growth =
          new SurvivingRounds(body, CALLS, 4, name -> true).measure(2).orElseThrow();
      ClassTotal kept = new ClassTotal(body.objectsPerCall(), body.bytesPerCall()).times(CALLS);
      if (!UntidyProbe.isRight(growth, kept)) {
        wrong.add(
            "%s: %d B in %d objects, but %s"
                .formatted(body, body.bytesPerCall(), body.objectsPerCall(), growth));
      }
    }
    System.out.printf(
        "%d bodies, %d wrong %s, classes unloaded at once: %b",
        bodies, wrong.size(), wrong, unloads);
  }

  /** Returns whether the next histogram lacks the reflection data of classes that were dropped. */
  private static boolean unloadsAtOnce() throws ReflectiveOperationException {
    SoftlyHeldClasses classes = new SoftlyHeldClasses();
    LiveHistograms histograms = new LiveHistograms(2);
    histograms.reserve();
    FullCollection.run();
    histograms.take(0);
    classes.drop();
    histograms.take(1);
    return histograms.lostSoftReferences(0, 1);
  }

  private static void checkWhileClassesAreUnloaded(List<String> wrong) throws Throwable {
    checkKept(new KeptWhileOthersAreDropped(2 + CALLS), wrong);
    checkKept(new KeptWhileOthersAreDropped(2 + 2 * CALLS), wrong);
    SurvivingGrowth resized =
        new SurvivingRounds(new ResizedArray(), CALLS, 10, name -> name.equals("long[]"))
            .measure(2)
            .orElseThrow();
    if (!resized.classes().keySet().equals(Set.of("long[]")) || !resized.certainTotal().isZero()) {
      wrong.add("an array that is resized: " + resized);
    }
    try {
      wrong.add(
          "soft references cleared in each round: "
              + new SurvivingRounds(new DroppedInEachRound(), CALLS, 2, name -> true).measure(2));
    } catch (UnweighableException e) {
      if (!e.reason().contains("cleared soft references in more than 10 rounds")) {
        throw e;
      }
    }
  }

  private static void checkKept(KeptWhileOthersAreDropped body, List<String> wrong)
      throws Throwable {
    SurvivingGrowth growth =
        new SurvivingRounds(body, CALLS, 2, name -> name.equals(Kept.class.getName()))
            .measure(2)
            .orElseThrow();
    if (growth.total().objects() != CALLS) {
      wrong.add(body.getClass().getSimpleName() + ": " + growth);
    }
  }

  /** Object that bodies keep. */
  private static final class Kept {}

  /**
   * Keeps an object in each call. In the last call of a round, as many others are dropped together
   * with softly held objects, so that the number of live objects does not grow.
   */
  private static final class KeptWhileOthersAreDropped extends RandomBody {

    private final List<Object> kept = new ArrayList<>(1_000);
    private final List<Object> others = new ArrayList<>();
    private final SoftlyHeldClasses classes = new SoftlyHeldClasses();
    private final int last;
    private int calls;

    /**
     * @param last the number of the call that drops the others
     */
    KeptWhileOthersAreDropped(int last) throws ReflectiveOperationException {
      super(0, false, object -> 0);
      this.last = last;
      for (int i = 0; i < CALLS; i++) {
        others.add(new Kept());
      }
    }

    @Override
    public void run() {
      kept.add(new Kept());
      if (++calls == last) {
        others.clear();
        classes.drop();
      }
    }
  }

  /**
   * Replaces an array by a larger one in each doubling of the calls. Drops softly held objects in a
   * judged round, so that the rounds begin again; the new trial round replaces no array.
   */
  private static final class ResizedArray extends RandomBody {

    // each less than twice the one before, so that each doubling replaces the array wherever the
    // rounds begin again because others cleared references
    private static final List<Integer> CAPACITIES =
        List.of(5, 9, 17, 32, 60, 110, 200, 380, 720, 1_400, 2_700, 5_200, 10_000);

    private final SoftlyHeldClasses classes = new SoftlyHeldClasses();
    private int calls;

    @SuppressWarnings("UnusedVariable") // kept
    private long[] array = new long[CAPACITIES.get(0)];

    ResizedArray() throws ReflectiveOperationException {
      super(0, false, object -> 0);
    }

    @Override
    public void run() {
      int before = CAPACITIES.indexOf(calls);
      if (before >= 0 && before + 1 < CAPACITIES.size()) {
        array = new long[CAPACITIES.get(before + 1)];
      }
      if (++calls == 16) {
        classes.drop();
      }
    }
  }

  /** Drops softly held objects in each call. */
  private static final class DroppedInEachRound extends RandomBody {

    private final Queue<SoftlyHeldClasses> classes = new ArrayDeque<>();

    DroppedInEachRound() throws ReflectiveOperationException {
      super(0, false, object -> 0);
      for (int i = 0; i < 12 * CALLS; i++) {
        classes.add(new SoftlyHeldClasses());
      }
    }

    @Override
    public void run() {
      classes.remove().drop();
    }
  }

  /** Body that empties its list in some calls, while code of the JVM runs for the first time. */
  private static final class EmptiedList extends RandomBody {

    private final List<Object> list = new ArrayList<>(100);

    EmptiedList(long seed) {
      super(seed, false, object -> 0);
    }

    @Override
    public void run() {
      list.add(new byte[64]);
      if (list.size() >= 33) {
        list.clear();
      }
    }
  }
}
