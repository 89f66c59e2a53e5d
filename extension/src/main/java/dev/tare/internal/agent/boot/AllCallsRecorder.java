package dev.tare.internal.agent.boot;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Counts the calls that all threads of a JVM make of woven methods, and sums the methods' own time.
 *
 * <p>Each hook adds the real time since the thread's previous hook to the method that ran in
 * between. The time of the hooks themselves is left out, except for reading the clock. Time outside
 * of woven methods belongs to no method. A method that is running at the start is recorded from its
 * next call on; the time of a call that is running at the end counts up to its last hook.
 *
 * <p>Each thread has a slot, as in {@link AllThreadsRecorder}. Calls of threads without a slot are
 * counted, without times.
 */
public final class AllCallsRecorder implements Runnable, AutoCloseable {

  // Types of java.base only, as a copy of this class lies in java.lang.

  private static final int ENTER = 0;
  private static final int LEAVE = 1;
  private static final int PAUSE = 2;
  private static final int RESUME = 3;

  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);

  private static volatile @Nullable AllCallsRecorder active;

  private final int first;
  private final long[] nanos;
  private final long[] calls;
  private final long[] aside;
  private final ThreadSlots slots = new ThreadSlots();

  /**
   * @param first the number of the first method; smaller numbers belong to an earlier recording, in
   *     methods that still run
   * @param nanos receives the own time of each method; the first element receives that of methods
   *     without a number
   * @param calls receives the number of calls of each method
   * @param aside receives, at {@link AllThreadsRecorder#NO_SLOT}, the number of calls without times
   */
  public AllCallsRecorder(int first, long[] nanos, long[] calls, long[] aside) {
    this.first = first;
    this.nanos = nanos;
    this.calls = calls;
    this.aside = aside;
  }

  /** Starts. */
  @Override
  public void run() {
    plus(nanos, 0, 0); // links code that would otherwise be in the first time
    active = this;
  }

  /** Stops. */
  @Override
  public void close() {
    active = null;
  }

  /** Called when a woven method begins. */
  public static void enter(int number) {
    step(ENTER, number);
  }

  /** Called when a woven method ends, by a return or by an exception. */
  public static void leave(int number) {
    step(LEAVE, number);
  }

  /** Called when the calling thread begins work that is not the application's. */
  public static void pause() {
    step(PAUSE, 0);
  }

  /** Called when the calling thread continues with the application's code. */
  public static void resume() {
    step(RESUME, 0);
  }

  /** Runs one hook. It never throws, because the surrounding code expects no exception here. */
  private static void step(int hook, int number) {
    AllCallsRecorder recorder = active;
    if (recorder == null) {
      return;
    }
    int slot = -1;
    try {
      if (hook == ENTER) {
        plus(recorder.calls, recorder.element(number), 1);
      }
      slot = recorder.slot(hook);
      if (slot >= 0) {
        recorder.act(hook, slot, number);
      }
    } catch (Throwable thrown) {
      // most likely a stack overflow; the methods that it ends have no further time
      if (slot >= 0) {
        recorder.slots.clear(slot);
      }
    }
  }

  private void act(int hook, int slot, int number) {
    long passed = slots.move(slot, System.nanoTime());
    switch (hook) {
      case ENTER -> {
        add(slot, slots.call(slot), passed);
        boolean unused = slots.descend(slot);
        slots.setCall(slot, number);
        slots.setInside(slot, true);
      }
      case LEAVE -> {
        add(slot, number, passed);
        slots.ascend(slot);
      }
      case PAUSE -> add(slot, slots.call(slot), passed);
      default -> {
        // the time since the pause belongs to no method
      }
    }
    long unused = slots.move(slot, System.nanoTime());
  }

  private void add(int slot, int number, long passed) {
    if (slots.isInside(slot)) {
      plus(nanos, element(number), passed);
    }
  }

  private int element(int number) {
    int element = number - first + 1;
    return element > 0 && element < calls.length ? element : 0;
  }

  private static void plus(long[] array, int element, long amount) {
    long unused = (long) ELEMENT.getAndAdd(array, element, amount);
  }

  /** Returns the slot of the calling thread; negative if it has none. */
  private int slot(int hook) {
    Thread thread = Thread.currentThread();
    int slot = slots.of(thread);
    if (slot < 0 && hook == ENTER) {
      // once a thread has been left out, later threads have no slot
      slot = aside[AllThreadsRecorder.NO_SLOT] == 0 ? slots.take(thread) : -1;
      if (slot < 0) {
        plus(aside, AllThreadsRecorder.NO_SLOT, 1);
      }
    }
    return slot;
  }
}
