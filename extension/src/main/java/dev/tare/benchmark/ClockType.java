package dev.tare.benchmark;

import org.apiguardian.api.API;

/** Clock that {@link Benchmarked} judges. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum ClockType {
  /**
   * CPU time of the calling thread if the body only computes. Real time if the body waits or lets
   * other threads work, with several threads, and for a percentile. Real time of calls of 10 ms and
   * more leaves out the time in which the thread had no processor, if the operating system reports
   * it.
   */
  AUTO,
  /** Real time, always. */
  WALL,
  /**
   * CPU time of the calling thread, even if it waits; waiting does not count. Refused with a
   * percentile, since single calls are too short for a reading of the CPU clock.
   */
  CPU
}
