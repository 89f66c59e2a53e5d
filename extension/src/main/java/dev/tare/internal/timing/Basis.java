package dev.tare.internal.timing;

/** Which clock a figure is taken from. */
enum Basis {
  /** The median CPU time of a block: other programs' load does not count. */
  CPU,
  /** The smallest real time of a block: for methods that wait or let other threads work. */
  WALL
}
