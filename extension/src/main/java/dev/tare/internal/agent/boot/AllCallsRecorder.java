package dev.tare.internal.agent.boot;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Counts the calls of woven methods by all threads of a JVM, and sums the methods' own times.
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

  // Only types of java.base, because this class is copied into java.lang.

  private static final int ENTER = 0;
  private static final int LEAVE = 1;
  private static final int PAUSE = 2;
  private static final int RESUME = 3;

  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);

  private static volatile @Nullable AllCallsRecorder active;

  private final int firstMethod;
  private final long[] nanos;
  private final long[] calls;
  private final long[] unattributed;
  private final ThreadSlots slots = new ThreadSlots();

  /**
   * @param firstMethod the number of the first method; smaller numbers belong to an earlier
   *     recording, in methods that still run
   * @param nanos receives the own time of each method; the first element receives that of methods
   *     without a number
   * @param calls receives the number of calls of each method
   * @param unattributed receives, at {@link AllThreadsRecorder#HOOKS_WITHOUT_SLOT}, the number of
   *     calls without times
   */
  public AllCallsRecorder(int firstMethod, long[] nanos, long[] calls, long[] unattributed) {
    this.firstMethod = firstMethod;
    this.nanos = nanos;
    this.calls = calls;
    this.unattributed = unattributed;
  }

  /** Starts recording. */
  @Override
  public void run() {
    addAtomically(nanos, 0, 0); // links code that would otherwise be in the first time
    active = this;
  }

  /** Stops recording. */
  @Override
  public void close() {
    active = null;
  }

  /** Called when a woven method begins. */
  public static void enter(int number) {
    runHook(ENTER, number);
  }

  /** Called when a woven method ends, by a return or by an exception. */
  public static void leave(int number) {
    runHook(LEAVE, number);
  }

  /** Called when the calling thread begins work that is not the application's. */
  public static void pause() {
    runHook(PAUSE, 0);
  }

  /** Called when the calling thread continues with the application's code. */
  public static void resume() {
    runHook(RESUME, 0);
  }

  /** Runs one hook. It never throws, because the surrounding code expects no exception here. */
  private static void runHook(int hook, int number) {
    AllCallsRecorder recorder = active;
    if (recorder == null) {
      return;
    }
    int slot = -1;
    try {
      if (hook == ENTER) {
        addAtomically(recorder.calls, recorder.index(number), 1);
      }
      slot = recorder.slot(hook);
      if (slot >= 0) {
        recorder.dispatch(hook, slot, number);
      }
    } catch (Throwable thrown) {
      // most likely a stack overflow; the methods that it ends are not timed further
      if (slot >= 0) {
        recorder.slots.clear(slot);
      }
    }
  }

  private void dispatch(int hook, int slot, int number) {
    long elapsed = slots.advance(slot, System.nanoTime());
    switch (hook) {
      case ENTER -> {
        add(slot, slots.call(slot), elapsed);
        boolean unused = slots.push(slot);
        slots.setCall(slot, number);
        slots.setInside(slot, true);
      }
      case LEAVE -> {
        add(slot, number, elapsed);
        slots.pop(slot);
      }
      case PAUSE -> add(slot, slots.call(slot), elapsed);
      default -> {
        // the time since the pause belongs to no method
      }
    }
    long unused = slots.advance(slot, System.nanoTime());
  }

  private void add(int slot, int number, long elapsed) {
    if (slots.isInside(slot)) {
      addAtomically(nanos, index(number), elapsed);
    }
  }

  private int index(int number) {
    int index = number - firstMethod + 1;
    return index > 0 && index < calls.length ? index : 0;
  }

  private static void addAtomically(long[] array, int element, long amount) {
    long unused = (long) ELEMENT.getAndAdd(array, element, amount);
  }

  /** Returns the slot of the calling thread; negative if it has none. */
  private int slot(int hook) {
    Thread thread = Thread.currentThread();
    int slot = slots.find(thread);
    if (slot < 0 && hook == ENTER) {
      // after one thread has found no slot, no later thread gets one
      slot = unattributed[AllThreadsRecorder.HOOKS_WITHOUT_SLOT] == 0 ? slots.assign(thread) : -1;
      if (slot < 0) {
        addAtomically(unattributed, AllThreadsRecorder.HOOKS_WITHOUT_SLOT, 1);
      }
    }
    return slot;
  }
}
