package dev.tare.benchmarks.survival;

import java.lang.ref.Reference;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ways in which a soft reference or a finalizer keeps an object alive. The leak shapes of the tests
 * have none of them, since the annotation does not fail for each.
 */
enum WeakerShape {
  SOFT_REFERENCE {
    @Override
    WeakReference<Object> plant() {
      Object target = new Target();
      soft = new SoftReference<>(target);
      return new WeakReference<>(target);
    }
  },
  MAP_OF_SOFT_REFERENCES {
    @Override
    WeakReference<Object> plant() {
      Object target = new Target();
      SOFT_VALUES.put("key", new SoftReference<>(target));
      return new WeakReference<>(target);
    }
  },
  REVIVED_BY_A_FINALIZER {
    @Override
    WeakReference<Object> plant() throws InterruptedException {
      WeakReference<Object> revived = finalized(REVIVED::add);
      awaitIdleFinalizer();
      return revived;
    }
  },
  FINALIZER_THAT_RUNS {
    @Override
    WeakReference<Object> plant() throws InterruptedException {
      return finalized(WeakerShape::block);
    }
  },
  FINALIZER_THAT_WAITS {
    @Override
    WeakReference<Object> plant() throws InterruptedException {
      finalized(WeakerShape::block);
      return new WeakReference<>(new Waiting());
    }
  };

  private static final Map<String, Object> SOFT_VALUES = new HashMap<>();
  private static final List<Object> REVIVED = new CopyOnWriteArrayList<>();
  private static final List<WeakReference<Object>> STARTED = new CopyOnWriteArrayList<>();
  private static Object soft;
  private static volatile CountDownLatch started = new CountDownLatch(1);
  private static volatile CountDownLatch end = new CountDownLatch(1);

  /** The object of soft references. */
  static final class Target {}

  /** An object with a finalizer. */
  @SuppressWarnings({"deprecation", "removal", "Finalize"}) // what is compared
  static final class Finalized {

    private final List<Finalizer> finalizer;

    Finalized(Finalizer finalizer) {
      this.finalizer = new ArrayList<>(List.of(finalizer));
    }

    @Override
    protected void finalize() {
      STARTED.add(new WeakReference<>(this));
      finalizer.remove(0).run(this);
    }
  }

  /** An object whose finalizer is behind another one that blocks. */
  @SuppressWarnings({"deprecation", "removal", "Finalize"}) // what is compared
  static final class Waiting {
    @Override
    protected void finalize() {}
  }

  /** What a finalizer does. */
  private interface Finalizer {
    void run(Object finalized);
  }

  /** Creates the leak. Frames that have held the object are left when it returns. */
  abstract WeakReference<Object> plant() throws InterruptedException;

  /** Returns the name of the object's class. */
  String type() {
    if (isSoft()) {
      return Target.class.getName();
    }
    return (this == FINALIZER_THAT_WAITS ? Waiting.class : Finalized.class).getName();
  }

  /** Returns whether the object is held by a soft reference alone. */
  boolean isSoft() {
    return this == SOFT_REFERENCE || this == MAP_OF_SOFT_REFERENCES;
  }

  void clear() {
    soft = null;
    SOFT_VALUES.clear();
    REVIVED.clear();
    STARTED.clear();
    end.countDown();
    end = new CountDownLatch(1);
    started = new CountDownLatch(1);
  }

  /** Lets the JVM run a finalizer, and returns a reference to its object. */
  private static WeakReference<Object> finalized(Finalizer finalizer) throws InterruptedException {
    new Finalized(
        object -> {
          started.countDown();
          finalizer.run(object);
        });
    while (!started.await(10, TimeUnit.MILLISECONDS)) {
      System.gc();
    }
    return STARTED.get(0);
  }

  /** Waits until the thread that runs finalizers has left the one that it was in. */
  private static void awaitIdleFinalizer() {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      while (thread.getName().equals("Finalizer") && thread.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
    }
  }

  private static void block(Object finalized) {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      Reference.reachabilityFence(finalized);
    }
  }
}
