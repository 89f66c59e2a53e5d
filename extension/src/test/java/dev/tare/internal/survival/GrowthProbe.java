package dev.tare.internal.survival;

import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.AgentAccess;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;

/** Measures random bodies in this JVM, and prints those whose figures differ from their account. */
final class GrowthProbe {

  private static final int CALLS = 4;

  private GrowthProbe() {}

  /**
   * Measures the bodies.
   *
   * @param arguments a seed, the number of bodies that keep objects, and that of bodies that keep
   *     none
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
    if (emptied.certainTotal().bytes() != 0) {
      wrong.add("a list that is emptied: " + emptied);
    }
    for (int i = 0; i < bodies; i++) {
      RandomBody body = new RandomBody(seed + i, i < keeping, instrumentation::getObjectSize);
      SurvivingGrowth growth =
          new SurvivingRounds(body, CALLS, 4, name -> true).measure(2).orElseThrow();
      if (growth.total().bytes() != CALLS * body.bytesPerCall()
          || growth.total().objects() != CALLS * body.objectsPerCall()) {
        wrong.add(
            "%s: %d B in %d objects, but %s"
                .formatted(body, body.bytesPerCall(), body.objectsPerCall(), growth));
      }
    }
    System.out.printf("%d bodies, %d wrong %s", bodies, wrong.size(), wrong);
  }

  /** Emptied in some calls, while code of the JVM runs for the first time. */
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
