package dev.tare.internal.timing.call;

/** Clock from which a figure is computed. */
public enum TimeBasis {
  /** CPU time of the calling thread; the load of other programs does not count. */
  CPU,
  /** Real time, for methods that wait or let other threads work. */
  WALL
}
