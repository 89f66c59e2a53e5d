package dev.tare.internal.allocation;

import dev.tare.body.TestBody;
import dev.tare.internal.agent.jit.OptimizedCode;
import dev.tare.internal.agent.jit.OptimizerHold;
import dev.tare.internal.agent.record.WeavingTurn;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.unit.DataSize;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import javax.management.JMException;
import org.jspecify.annotations.Nullable;

/**
 * Measures a body again with its application excluded from C2, which removes allocations.
 *
 * <p>Once C2 has compiled code of the application, readings depend on the allocations that it has
 * removed, and so on the machine and on earlier tests; all readings may even be 0. With C2
 * excluded, the readings are the allocation of the code before it is compiled. They are judged if
 * they are larger. If they differ among themselves, the body's own allocation varies: the figure
 * then lies between the smallest reading with C2 and the smallest one without.
 */
public final class UnoptimizedReading {

  /** Least number of warm-up calls that selects the figure of compiled code. */
  public static final int COMPILED_WARMUPS = 10_000;

  private static final int WARMUPS = 2;
  private static final int RUNS = 5;

  private static final String REMARK_ID = "removal-held-off";

  private final AllocationCounter counter;
  private final List<Class<?>> testClasses;
  private String obstacle = "";

  /**
   * @param counter the counter of the earlier readings
   * @param testInstances the test instances, the outermost first; their classes belong to the
   *     application
   */
  public UnoptimizedReading(AllocationCounter counter, List<Object> testInstances) {
    this.counter = counter;
    this.testClasses = testInstances.stream().<Class<?>>map(Object::getClass).toList();
  }

  /** Reads the counter around calls of a body. */
  @FunctionalInterface
  public interface Reading<T> {

    /**
     * Calls the body.
     *
     * @throws Throwable what the body threw, unchanged
     */
    T read() throws Throwable;
  }

  /** An open exclusion from C2, with the lock that keeps other bodies from being judged. */
  private record LockedExclusion(OptimizerHold optimizer, WeavingTurn.Permit turn)
      implements AutoCloseable {

    @Override
    public void close() {
      try (turn) {
        optimizer.close();
      }
    }
  }

  /**
   * Reads once, with the application excluded from C2. If it cannot be excluded and C2 has compiled
   * code of it by the end of the reading, that is an obstacle, because the reading cannot be
   * repeated.
   *
   * @param concurrent whether other tests may run at the same time. If so, the application is only
   *     excluded if C2 has compiled code of it, because no other body is judged meanwhile.
   * @throws Throwable what the body threw, unchanged
   */
  @SuppressWarnings("try") // the exclusion lasts until it is closed
  public <T> T readOnce(Reading<T> reading, boolean concurrent) throws Throwable {
    try (LockedExclusion exclusion = concurrent && !isNeeded() ? null : exclude()) {
      T readings = reading.read();
      if (!isNeeded()) {
        obstacle = "";
      } else if (obstacle.isEmpty()) {
        obstacle = "it did so during the only call of the body";
      }
      return readings;
    }
  }

  /** Returns whether C2 has compiled code of the application, so that readings may be too small. */
  public boolean isNeeded() {
    return OptimizedCode.ofApplication(testClasses);
  }

  /**
   * Calls the body again if C2 has compiled code of the application.
   *
   * @return the figure to judge, with a phrase that shows both figures if they differ
   */
  @SuppressWarnings("try") // the exclusion lasts until it is closed
  public Observed confirm(Observed observed, TestBody body) {
    if (!isNeeded()) {
      return observed;
    }
    try (LockedExclusion exclusion = exclude()) {
      return exclusion == null
          ? observed
          : compared(observed, new AllocationSampler(counter).sample(body, WARMUPS, RUNS));
    } catch (Throwable thrown) {
      obstacle = thrown.toString();
      return observed;
    }
  }

  /**
   * Returns the reason why the application could not be excluded from C2, so that the figure may be
   * too small; empty if there is none.
   */
  public Optional<String> obstacle() {
    return Optional.of(obstacle)
        .filter(reason -> !reason.isEmpty())
        .map(
            reason ->
                "the JIT has optimized code of the application, and its removal of allocations"
                    + " could not be held off: "
                    + reason);
  }

  /** Excludes the application from C2; returns null, with an {@link #obstacle}, on failure. */
  private @Nullable LockedExclusion exclude() {
    WeavingTurn turn = WeavingTurn.take();
    if (turn instanceof WeavingTurn.Denial denial) {
      obstacle = denial.text();
      return null;
    }
    WeavingTurn.Permit permit = (WeavingTurn.Permit) turn;
    try {
      return new LockedExclusion(OptimizerHold.open(permit.instrumentation(), testClasses), permit);
    } catch (IOException | JMException | RuntimeException | LinkageError e) {
      permit.close();
      obstacle = e.toString();
      return null;
    }
  }

  private Observed compared(Observed observed, AllocationReadings unoptimized) {
    if (!unoptimized.complete()) {
      obstacle = "threads ended while others never stopped allocating";
      return observed;
    }
    DataSize smallest = new DataSize(unoptimized.smallest());
    if (smallest.compare(observed.value()) <= 0) {
      // confirmed equal readings need no remark
      return observed.sampling().allEqual() ? observed : withConfirmation(observed, unoptimized);
    }
    return unoptimized.steady()
        ? withUnoptimizedFigure(observed, unoptimized)
        : withVaryingReadings(observed, unoptimized);
  }

  private static Observed withConfirmation(Observed observed, AllocationReadings unoptimized) {
    DataSize smallest = new DataSize(unoptimized.smallest());
    return unoptimized.smallest() == unoptimized.largest()
        ? observed.alsoDistorted(
            Remark.of(
                REMARK_ID,
                "{bytes} in each of {calls} calls with the JIT's removal of allocations held off",
                smallest,
                RUNS))
        : observed.alsoDistorted(rangeRemark(unoptimized));
  }

  private static Observed withVaryingReadings(Observed observed, AllocationReadings unoptimized) {
    return observed
        .withInterval(observed.lower(), new DataSize(unoptimized.smallest()))
        .alsoDistorted(rangeRemark(unoptimized));
  }

  private static Remark rangeRemark(AllocationReadings unoptimized) {
    return Remark.of(
        REMARK_ID,
        "with the JIT's removal of allocations held off the readings differ too: {smallest} to"
            + " {largest}",
        new DataSize(unoptimized.smallest()),
        new DataSize(unoptimized.largest()));
  }

  private static Observed withUnoptimizedFigure(Observed observed, AllocationReadings unoptimized) {
    DataSize figure = new DataSize(unoptimized.smallest());
    Sampling optimized = observed.sampling();
    Observed judged =
        new Observed(
            observed.figure(),
            figure,
            new DataSize(unoptimized.smallestCertain()),
            figure,
            new Sampling(
                "minimum",
                RUNS,
                WARMUPS,
                figure,
                new DataSize(unoptimized.largest()),
                optimized.first()),
            observed.counted(),
            observed.distortions(),
            observed.breakdown());
    return judged.alsoDistorted(
        Remark.of(
            REMARK_ID,
            "{compiled} once compiled, {before} before, which is judged: {readings} readings with the"
                + " JIT's removal of allocations held off",
            observed.value(),
            figure,
            RUNS));
  }
}
