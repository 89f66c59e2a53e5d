package dev.tare.benchmarks.accounts;

import dev.tare.benchmarks.accounts.AccountedBody.Kind;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Kinds of bodies that take time: steady and changing ones, which compute or wait. */
final class TimedBodies {

  static final List<Kind> KINDS =
      List.of(
          new Kind("time: steady", TimedBodies::steady),
          new Kind("time: sleeps", TimedBodies::sleeping),
          new Kind("time: parks", TimedBodies::parking),
          new Kind("time: sleeps rarely", TimedBodies::sleepingRarely),
          new Kind("time: computes long rarely", TimedBodies::computingRarely),
          new Kind("time: fair lock", TimedBodies::lock),
          new Kind("time: fair lock, rarely held", TimedBodies::lockRarely),
          new Kind("time: queue", TimedBodies::queue),
          new Kind("time: pool thread", TimedBodies::pool),
          new Kind("time: remembered", TimedBodies::remembered),
          new Kind("time: used up", TimedBodies::usedUp),
          new Kind("time: slow, then fast", TimedBodies::slowThenFast),
          new Kind("time: fast, then slow", TimedBodies::fastThenSlow),
          new Kind("time: alternating", TimedBodies::alternating),
          new Kind("time: two speeds", TimedBodies::twoSpeeds),
          new Kind("time: a speed per JVM", TimedBodies::speedPerJvm),
          new Kind("time: allocating", TimedBodies::allocating));

  private static volatile Object garbage = "";

  private TimedBodies() {}

  private static AccountedBody steady(Random random) {
    int units = units(random, 1_000);
    return new TimedBody(random, nanos(units), units + " units", (body, call) -> body.spin(units));
  }

  private static AccountedBody sleeping(Random random) {
    long nanos = (long) AccountedBody.between(random, 1e6, 6e6);
    return new TimedBody(random, nanos, words(nanos), (body, call) -> body.sleep(nanos));
  }

  private static AccountedBody parking(Random random) {
    long nanos = (long) AccountedBody.between(random, 5e4, 1e6);
    return new TimedBody(random, nanos, words(nanos), (body, call) -> body.park(nanos));
  }

  private static AccountedBody sleepingRarely(Random random) {
    int units = units(random, 50);
    int every = every(random);
    boolean regular = random.nextBoolean();
    long nanos = (long) AccountedBody.between(random, 1e6, 300e6);
    return new TimedBody(
        random,
        nanos(units) + (double) nanos / every,
        "%d units, one in %d, %s, sleeps %s".formatted(units, every, regular, words(nanos)),
        (body, call) -> {
          body.spin(units);
          if (isTurn(call, every, regular)) {
            body.sleep(nanos);
          }
        });
  }

  private static AccountedBody computingRarely(Random random) {
    int units = units(random, 50);
    int every = every(random);
    boolean regular = random.nextBoolean();
    int many = (int) (AccountedBody.between(random, 1e6, 300e6) / nanos(1));
    return new TimedBody(
        random,
        nanos(units) + nanos(many) / every,
        "%d units, one in %d, %s, computes %d".formatted(units, every, regular, many),
        (body, call) -> body.spin(isTurn(call, every, regular) ? units + many : units));
  }

  private static AccountedBody lock(Random random) {
    return locked(random, 1, 0);
  }

  private static AccountedBody lockRarely(Random random) {
    return locked(random, 0.05, 20);
  }

  /**
   * Returns a body that waits for a fair lock, which another thread holds for a share of the time.
   *
   * @param share of the holding time in the expected time of a call
   */
  private static AccountedBody locked(Random random, double share, int pauses) {
    int units = units(random, 50);
    long nanos = (long) AccountedBody.between(random, 1e5, 5e6);
    boolean sleeps = random.nextBoolean();
    ReentrantLock lock = new ReentrantLock(true);
    return new TimedBody(
        random,
        nanos(units) + share * nanos,
        "%d units, held for %s, sleeping %s".formatted(units, words(nanos), sleeps),
        (body, call) -> {
          if (call == 0) {
            start(
                body,
                () -> {
                  lock.lock();
                  try {
                    pass(nanos, sleeps);
                  } finally {
                    lock.unlock();
                  }
                  pass(pauses * nanos, true);
                });
          }
          body.await(nanos, lock::lock);
          lock.unlock();
          body.spin(units);
        });
  }

  private static AccountedBody queue(Random random) {
    long nanos = (long) AccountedBody.between(random, 5e4, 4e6);
    boolean sleeps = random.nextBoolean();
    SynchronousQueue<Long> requests = new SynchronousQueue<>();
    SynchronousQueue<Long> replies = new SynchronousQueue<>();
    return new TimedBody(
        random,
        nanos,
        words(nanos) + ", sleeping " + sleeps,
        (body, call) -> {
          if (call == 0) {
            start(
                body,
                () -> {
                  long request = requests.take();
                  pass(nanos, sleeps);
                  replies.put(request);
                });
          }
          body.await(
              nanos,
              () -> {
                requests.put(call);
                replies.take();
              });
        });
  }

  private static AccountedBody pool(Random random) {
    long nanos = (long) AccountedBody.between(random, 5e4, 4e6);
    boolean sleeps = random.nextBoolean();
    ExecutorService pool =
        Executors.newFixedThreadPool(
            2,
            task -> {
              Thread thread = new Thread(task, "pool");
              thread.setDaemon(true);
              return thread;
            });
    return new TimedBody(
        random,
        nanos,
        words(nanos) + ", sleeping " + sleeps,
        (body, call) -> {
          if (call == 0) {
            body.atEnd(pool::shutdownNow);
          }
          body.await(
              nanos,
              () -> {
                try {
                  pool.submit(() -> pass(nanos, sleeps)).get();
                } catch (ExecutionException e) {
                  throw new IllegalStateException(e);
                }
              });
        });
  }

  private static AccountedBody remembered(Random random) {
    int units = (int) (AccountedBody.between(random, 10e6, 300e6) / nanos(1));
    return new TimedBody(
        random,
        1_000,
        units + " units at the first call",
        (body, call) -> {
          if (call == 0) {
            body.spin(units);
          }
        });
  }

  private static AccountedBody usedUp(Random random) {
    int units = units(random, 1_000);
    int length = random.nextBoolean() ? 1 : (int) AccountedBody.between(random, 10, 20_000);
    return new TimedBody(
        random,
        nanos(units) / 2,
        units + " units, input for " + length + " calls",
        (body, call) -> {
          if (call < length) {
            body.spin(units);
          }
        });
  }

  private static AccountedBody slowThenFast(Random random) {
    int units = units(random, 100);
    int slow = (int) (units * AccountedBody.between(random, 3, 30));
    long phase = (long) AccountedBody.between(random, 50, 20_000);
    return new TimedBody(
        random,
        nanos(units),
        "%d calls of %d units, then %d".formatted(phase, slow, units),
        (body, call) -> body.spin(call < phase ? slow : units));
  }

  private static AccountedBody fastThenSlow(Random random) {
    int units = units(random, 100);
    int slow = (int) (units * AccountedBody.between(random, 3, 30));
    long phase = (long) AccountedBody.between(random, 500, 50_000);
    return new TimedBody(
        random,
        random.nextBoolean() ? nanos(units) : nanos(slow),
        "%d calls of %d units, then %d".formatted(phase, units, slow),
        (body, call) -> body.spin(call < phase ? units : slow));
  }

  private static AccountedBody alternating(Random random) {
    int units = units(random, 100);
    int slow = (int) (units * AccountedBody.between(random, 3, 30));
    long phase = (long) AccountedBody.between(random, 1, 5_000);
    return new TimedBody(
        random,
        nanos(units + slow) / 2,
        "%d units and %d, %d calls each".formatted(units, slow, phase),
        (body, call) -> body.spin(call / phase % 2 == 0 ? units : slow));
  }

  private static AccountedBody twoSpeeds(Random random) {
    int units = units(random, 100);
    int slow = (int) (units * AccountedBody.between(random, 3, 20));
    int every = (int) AccountedBody.between(random, 2, 50);
    return new TimedBody(
        random,
        nanos(units) + nanos(slow - units) / every,
        "%d units, by chance one in %d %d".formatted(units, every, slow),
        (body, call) -> body.spin(isTurn(call, every, false) ? slow : units));
  }

  private static AccountedBody speedPerJvm(Random random) {
    int units = units(random, 300);
    int factor = (System.nanoTime() >> 12 & 1) == 0 ? 1 : 3;
    return new TimedBody(
        random,
        2 * nanos(units),
        units + " units, in some JVMs 3 times as many",
        (body, call) -> body.spin(units * factor));
  }

  private static AccountedBody allocating(Random random) {
    int units = units(random, 20);
    int bytes = (int) AccountedBody.between(random, 4_000, 1_000_000);
    return new TimedBody(
        random,
        nanos(units) + bytes * 0.1,
        "%d units and %d bytes".formatted(units, bytes),
        (body, call) -> {
          body.spin(units);
          garbage = new byte[bytes];
        });
  }

  private static int units(Random random, double most) {
    return (int) AccountedBody.between(random, 3, most);
  }

  private static int every(Random random) {
    return (int) AccountedBody.between(random, 50, 1_000);
  }

  private static double nanos(int units) {
    return units * TimedBody.unitNanos();
  }

  private static String words(long nanos) {
    return String.format(Locale.ROOT, "%,d ns", nanos);
  }

  /** Returns whether a call is one of every {@code every}, regularly or by a hash of its number. */
  private static boolean isTurn(long call, int every, boolean regular) {
    long mixed = (call + 1) * 0x9E37_79B9_7F4A_7C15L;
    mixed = (mixed ^ mixed >>> 32) * 0xD6E8_FEB8_6659_FD93L;
    return (regular ? call : (mixed ^ mixed >>> 32) >>> 1) % every == every - 1;
  }

  /** Lets time pass, asleep or computing. */
  private static void pass(long nanos, boolean sleeps) {
    long until = System.nanoTime() + nanos;
    for (long left = nanos; left > 0; left = until - System.nanoTime()) {
      if (sleeps) {
        LockSupport.parkNanos(left);
      }
    }
  }

  /** Starts a thread that does something until the test is over. */
  private static void start(TimedBody body, TimedBody.Wait action) {
    Thread thread =
        new Thread(
            () -> {
              try {
                while (!Thread.interrupted()) {
                  action.run();
                }
              } catch (InterruptedException e) {
                // the test is over
              }
            },
            "beside the body");
    thread.setDaemon(true);
    thread.start();
    body.atEnd(thread::interrupt);
  }
}
