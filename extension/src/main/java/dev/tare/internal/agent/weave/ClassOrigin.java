package dev.tare.internal.agent.weave;

/** Where a class comes from, the nearest to the test first. */
public enum ClassOrigin {
  /** What is being developed: its lines are told. */
  APPLICATION,
  /** What the application brings along: its lines are told with the application's. */
  LIBRARIES,
  /** The JDK: only what it makes is told, with the application's line. */
  JDK;

  /** Whether weaving that reaches as far as this takes in the other layer. */
  boolean takesIn(ClassOrigin other) {
    return compareTo(other) >= 0;
  }
}
