package dev.tare.internal.agent.record;

import dev.tare.internal.agent.jit.OptimizingCompiler;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;

/**
 * Keeps the optimizing compiler (C2) off while bodies are judged by what they allocate.
 *
 * <p>The first hold switches C2 off, which takes about a tenth of a second. C2 stays off when the
 * last hold is closed, so that tests in a row need one switch. {@link #release()} switches C2 on,
 * and {@link #releaseIfUnused()} does so a second after the last hold, so that other tests do not
 * run without it for long.
 */
public final class OptimizerHold implements AutoCloseable {

  private static final long UNUSED_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static int holds;
  private static long lastClosed;
  private static boolean off;

  /** A class whose code could not be discarded when C2 was switched off; empty if there is none. */
  private static String kept = "";

  private final String obstacle;

  private OptimizerHold(String obstacle) {
    this.obstacle = obstacle;
  }

  /**
   * Begins a hold. If C2 is on, waits until no other body is being judged, because redefining
   * classes discards the linkage of lambdas.
   */
  public static OptimizerHold open() {
    if (!isOff() && OptimizingCompiler.exists()) {
      WeavingTurn turn = WeavingTurn.take();
      if (turn instanceof WeavingTurn.Denial denial) {
        return begin(denial.text());
      }
      try (WeavingTurn.Permit permit = (WeavingTurn.Permit) turn) {
        switchOff(permit);
        return begin("");
      } catch (IOException | JMException | RuntimeException | LinkageError e) {
        return begin(e.toString());
      }
    }
    return begin("");
  }

  private static synchronized OptimizerHold begin(String failure) {
    holds++;
    return new OptimizerHold(failure.isEmpty() ? kept : failure);
  }

  private static synchronized boolean isOff() {
    return off;
  }

  private static synchronized void switchOff(WeavingTurn.Permit permit)
      throws IOException, JMException {
    if (!off) {
      List<Class<?>> refused = OptimizingCompiler.switchOff(permit.instrumentation());
      kept = refused.isEmpty() ? "" : "this JVM cannot redefine " + refused.get(0).getName();
      off = true;
    }
  }

  /**
   * Returns the reason why the JIT may have removed allocations of the body; empty if it has not.
   */
  public Optional<String> obstacle() {
    return Optional.of(obstacle)
        .filter(reason -> !reason.isEmpty())
        .map(
            reason ->
                "the JIT may have removed allocations, since its optimizing compiler could not be"
                    + " switched off: "
                    + reason);
  }

  @Override
  public void close() {
    synchronized (OptimizerHold.class) {
      holds--;
      lastClosed = System.nanoTime();
    }
  }

  /** Switches C2 on again if the last hold was closed a second ago or earlier. */
  public static void releaseIfUnused() {
    releaseIfUnused(UNUSED_NANOS);
  }

  static void releaseIfUnused(long nanos) {
    synchronized (OptimizerHold.class) {
      if (!off || holds > 0 || System.nanoTime() - lastClosed < nanos) {
        return;
      }
    }
    release();
  }

  /**
   * Switches C2 on again, unless a hold is open.
   *
   * @return the reason why C2 stays off; empty if it is on
   */
  public static Optional<String> release() {
    if (isOff() && WeavingTurn.take() instanceof WeavingTurn.Permit permit) {
      try (permit) {
        switchOn(permit);
      }
    }
    return isOff()
        ? Optional.of("the optimizing compiler is off while allocated bytes are judged")
        : Optional.empty();
  }

  private static synchronized void switchOn(WeavingTurn.Permit permit) {
    if (off && holds == 0) {
      try {
        OptimizingCompiler.switchOn(permit.instrumentation());
        off = false;
      } catch (JMException e) {
        throw new IllegalStateException(e); // cannot happen: the JVM has accepted the directive
      }
    }
  }
}
