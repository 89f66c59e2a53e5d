package dev.tare.internal.timing.call;

/** Which clock a figure is taken from. */
public enum TimeBasis {
  /** The CPU time of the calling thread: other programs' load does not count. */
  CPU,
  /** Real time: for methods that wait or let other threads work. */
  WALL
}
