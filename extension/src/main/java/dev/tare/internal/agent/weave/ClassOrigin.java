package dev.tare.internal.agent.weave;

/** The origin of a class, the nearest to the test first. */
public enum ClassOrigin {
  /** The code under development: its lines are recorded. */
  APPLICATION,
  /** The application's dependencies: their lines are recorded together with the application's. */
  LIBRARIES,
  /** The JDK: its allocations are recorded with the application's line. */
  JDK
}
