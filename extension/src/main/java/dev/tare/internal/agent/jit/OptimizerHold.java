package dev.tare.internal.agent.jit;

import dev.tare.internal.agent.DiagnosticCommand;
import dev.tare.internal.agent.record.WeavingLock.WeavingTurn;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import javax.management.JMException;

/**
 * Keeps the optimizing compiler (C2) off while bodies are judged by what they allocate.
 *
 * <p>The first hold switches C2 off, which takes about a tenth of a second, and then all code must
 * be compiled again. C2 stays off when the last hold is closed, so that tests in a row need one
 * switch. {@link #release()} switches C2 on for a benchmark, {@link #releaseAfterTest()} a second
 * after the last hold, and a thread after five, so that other tests do not run without it for long.
 */
public final class OptimizerHold implements AutoCloseable {

  /**
   * System property with the copy of this class that opened the last hold, and so switches C2 on: a
   * JVM may have several copies, in different class loaders.
   */
  static final String WATCHER = OptimizerHold.class.getName();

  private static final String THIS_COPY =
      Integer.toHexString(System.identityHashCode(OptimizerHold.class));

  private static final long AFTER_TEST_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long UNUSED_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** Name of the thread that switches C2 on. */
  static final String WATCH = "tare-optimizer";

  private static int holds;

  /** When the last hold was closed. */
  private static long lastClosed;

  /** Number of measurements, of whatever metric. */
  private static int measurements;

  /** Whether there is a thread that switches C2 on. */
  private static boolean watched;

  /** A class whose code could not be discarded when C2 was switched off; empty if there is none. */
  private static volatile String kept = "";

  /** Why C2 could not be switched off; empty if it could. */
  private final String failure;

  private OptimizerHold(String failure) {
    this.failure = failure;
  }

  /**
   * Begins a hold. If C2 is on, waits until no other body is being judged, because redefining
   * classes discards the linkage of lambdas.
   */
  public static OptimizerHold open() {
    synchronized (OptimizerHold.class) {
      holds++; // from here on C2 is not switched on
    }
    if (!hasC2()) {
      return new OptimizerHold("");
    }
    watch();
    return new OptimizerHold(CompiledCode.isC2Off() ? "" : switchOff());
  }

  /** Returns whether this JVM may optimize code; false with {@code -XX:TieredStopAtLevel=1}. */
  private static boolean hasC2() {
    return !DiagnosticCommand.isOn("TieredCompilation")
        || DiagnosticCommand.flag("TieredStopAtLevel")
            .filter(level -> level.compareTo("4") < 0)
            .isEmpty();
  }

  private static boolean hasOnlyC2() {
    return DiagnosticCommand.isOn("UseCompiler")
        && (!DiagnosticCommand.isOn("TieredCompilation")
            || DiagnosticCommand.flag("CompilationMode")
                .filter(mode -> mode.startsWith("high"))
                .isPresent());
  }

  /** Returns the reason why C2 could not be switched off; empty if it is off. */
  private static String switchOff() {
    if (hasOnlyC2()) {
      // methods that C2 refused once have no code then, by which they would be found again
      return "this JVM has no other compiler; leave -XX:-TieredCompilation and"
          + " -XX:CompilationMode=high-only out";
    }
    WeavingTurn turn = WeavingTurn.take();
    if (!(turn instanceof WeavingTurn.Permit permit)) {
      return ((WeavingTurn.Denial) turn).text();
    }
    try (permit) {
      // another thread may have waited for its turn too
      if (!CompiledCode.isC2Off()) {
        List<Class<?>> refused = CompiledCode.switchC2Off(permit.instrumentation());
        kept = refused.isEmpty() ? "" : "this JVM cannot redefine " + refused.get(0).getName();
      }
      return "";
    } catch (IOException | JMException | RuntimeException | LinkageError e) {
      return e.toString();
    }
  }

  /**
   * Returns the reason why the JIT may have removed allocations of the body, to be asked after its
   * calls; empty if it has not.
   */
  public Optional<String> obstacle() {
    String reason = failure.isEmpty() ? kept : failure;
    if (reason.isEmpty() && hasC2() && !CompiledCode.isC2Off()) {
      reason = "it was switched on again meanwhile";
    }
    return Optional.of(reason)
        .filter(text -> !text.isEmpty())
        .map(
            text ->
                "the JIT may have removed allocations, since its optimizing compiler could not be"
                    + " switched off: "
                    + text);
  }

  @Override
  public void close() {
    synchronized (OptimizerHold.class) {
      holds--;
      lastClosed = System.nanoTime();
    }
  }

  /**
   * Starts the thread that switches C2 on, if there is none. It is in the group of the JVM's
   * threads, which tests do not count, and has no context class loader.
   */
  private static synchronized void watch() {
    System.setProperty(WATCHER, THIS_COPY);
    if (watched) {
      return;
    }
    watched = true;
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    Thread thread = new Thread(group, OptimizerHold::releaseWhenUnused, WATCH, 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    thread.start();
  }

  private static void releaseWhenUnused() {
    boolean watches = true;
    while (watches) {
      LockSupport.parkNanos(UNUSED_NANOS);
      boolean unused = Thread.interrupted(); // or the next wait would end at once
      try {
        releaseIfUnused(UNUSED_NANOS);
      } finally {
        watches = isWatched();
      }
    }
  }

  /** Switches C2 on again at the end of a test, if the last hold was closed a second ago. */
  public static void releaseAfterTest() {
    releaseIfUnused(AFTER_TEST_NANOS);
  }

  /** Switches C2 on again if nothing is measured, and the last hold was closed long enough ago. */
  static void releaseIfUnused(long nanos) {
    if (isUnused(nanos)) {
      Optional<String> unused = release(() -> isUnused(nanos));
    }
  }

  private static synchronized boolean isUnused(long nanos) {
    return watched // cheap for suites that never switch C2 off
        && holds == 0
        && measurements == 0
        && System.nanoTime() - lastClosed >= nanos
        && isWatcher();
  }

  /**
   * Notes that a measurement begins, of whatever metric. The thread does not switch C2 on
   * meanwhile: the objects that it creates would be in the figures of the whole JVM.
   */
  public static synchronized void beginMeasurement() {
    measurements++;
  }

  /** Notes that a measurement ended. */
  public static synchronized void endMeasurement() {
    measurements--;
  }

  private static synchronized boolean isWatched() {
    watched = holds > 0 || measurements > 0 || (CompiledCode.isC2Off() && isWatcher());
    return watched;
  }

  /** Returns whether no other copy opened a hold later; a test may have removed the property. */
  private static boolean isWatcher() {
    return THIS_COPY.equals(System.getProperty(WATCHER, THIS_COPY));
  }

  /**
   * Switches C2 on again, unless a hold is open.
   *
   * @return the reason why C2 stays off; empty if it is on
   */
  public static Optional<String> release() {
    return release(() -> holds == 0);
  }

  private static Optional<String> release(BooleanSupplier isAllowed) {
    if (CompiledCode.isC2Off() && WeavingTurn.take() instanceof WeavingTurn.Permit permit) {
      try (permit) {
        synchronized (OptimizerHold.class) {
          if (CompiledCode.isC2Off() && isAllowed.getAsBoolean()) {
            CompiledCode.switchC2On(permit.instrumentation());
          }
        }
      } catch (JMException e) {
        throw new IllegalStateException(e); // cannot happen: the JVM has accepted the directive
      }
    }
    return whyOff();
  }

  /** Returns the reason why C2 is off; empty if it is on. */
  public static Optional<String> whyOff() {
    return CompiledCode.isC2Off()
        ? Optional.of("the optimizing compiler is off while allocated bytes are judged")
        : Optional.empty();
  }
}
