package dev.tare.internal.agent.record;

import dev.tare.internal.agent.weave.Site;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The calls of woven methods that the thread which made this makes between start and stop; both
 * allocate nothing.
 */
public final class CallTimes {

  private static final int PAIRS = 20_000;
  private static final int TURNS = 5;

  private final List<Site> methods;
  private final Object timer;

  private CallTimes(List<Site> methods, Object timer) {
    this.methods = methods;
    this.timer = timer;
  }

  /**
   * A method.
   *
   * @param name {@code Cart.total()}
   * @param line {@code Cart.java:41}, its first
   * @param calls how often it was called
   * @param ownNanos what it took, without the woven methods that it calls
   * @param nanos what it took with them; of a method that calls itself the outermost call
   * @param ownBytes what it allocated, without them
   * @param bytes what it allocated with them
   */
  public record Method(
      String name, String line, long calls, long ownNanos, long nanos, long ownBytes, long bytes) {}

  /**
   * A way to a method.
   *
   * @param methods their names, the outermost first
   * @param calls how often the last was called on it
   * @param ownNanos what the last took on it, without the woven methods that it calls
   */
  public record Path(List<String> methods, long calls, long ownNanos) {

    /** Copies the list. */
    public Path {
      methods = List.copyOf(methods);
    }
  }

  /**
   * What the hooks take, in nanoseconds a call.
   *
   * @param inAll in real time
   * @param inTimes the part of it that is in the times of the methods
   */
  public record Cost(double inAll, double inTimes) {}

  static CallTimes of(Class<?> recorder, List<Site> methods, Number counter)
      throws ReflectiveOperationException {
    return new CallTimes(
        methods,
        recorder
            .getConstructor(Number.class, int.class)
            .newInstance(counter, Math.max(1, methods.size())));
  }

  /**
   * Starts, on the thread that made this.
   *
   * @throws IllegalStateException if other calls are timed in this JVM
   */
  public void start() {
    ((Runnable) timer).run();
  }

  /** Stops. */
  public void stop() {
    try {
      ((AutoCloseable) timer).close();
    } catch (Exception e) {
      throw new IllegalStateException(e); // the timer declares nothing
    }
  }

  /** The methods that were called, and first what took time outside of all of them. */
  public List<Method> methods() {
    Object[] found = found();
    List<Method> called = new ArrayList<>();
    for (int i = 0; i < methods.size(); i++) {
      if (i == 0 || at(found, 0, i) > 0) {
        Site site = methods.get(i);
        called.add(
            new Method(
                site.made(),
                site.where(),
                at(found, 0, i),
                at(found, 1, i),
                at(found, 2, i),
                at(found, 3, i),
                at(found, 4, i)));
      }
    }
    return called;
  }

  private static long at(Object[] found, int what, int index) {
    return ((long[]) found[what])[index];
  }

  /** The ways that took the most time, the longest first. */
  public List<Path> paths(int most) {
    Object[] found = found();
    int size = (int) found[5];
    List<Path> paths = new ArrayList<>();
    for (int place = 1; place < size; place++) {
      paths.add(new Path(way(found, place), at(found, 8, place), at(found, 9, place)));
    }
    paths.sort(Comparator.comparingLong(Path::ownNanos).reversed());
    return List.copyOf(paths.subList(0, Math.min(most, paths.size())));
  }

  /** How many calls are on no path of their own, since there were too many; mostly none. */
  public long crowded() {
    return (long) found()[10];
  }

  private List<String> way(Object[] found, int place) {
    List<String> way = new ArrayList<>();
    for (int at = place; at != 0; at = ((int[]) found[6])[at]) {
      way.add(0, methods.get(((int[]) found[7])[at]).made());
    }
    return way;
  }

  /** Weighs the hooks; to be asked of calls of which nothing else is asked. */
  public Cost weigh() {
    start();
    try {
      Cost least = new Cost(Double.MAX_VALUE, Double.MAX_VALUE);
      for (int i = 0; i < TURNS; i++) {
        Object answer = timer.getClass().getMethod("weigh", int.class).invoke(timer, PAIRS);
        long[] nanos = (long[]) answer;
        if (nanos[0] < least.inAll() * PAIRS) {
          least = new Cost(nanos[0] / (double) PAIRS, nanos[1] / (double) PAIRS);
        }
      }
      return least;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e); // its copy is as public as itself
    } finally {
      stop();
    }
  }

  private Object[] found() {
    try {
      return (Object[]) timer.getClass().getMethod("found").invoke(timer);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e); // as above
    }
  }
}
