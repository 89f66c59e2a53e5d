package dev.tare.internal.agent.record;

/** The threads to record besides the calling one, each from its first hook on. */
public enum OtherThreads {
  NONE(0),
  /** Records as many as a test may have; their trees are created before the recording. */
  SOME(1 << 6),
  /** Records as many as a JVM may have; their trees are created when their first hooks run. */
  EVERY(1 << 11);

  /** The maximum number of threads at a time. */
  final int limit;

  OtherThreads(int limit) {
    this.limit = limit;
  }
}
