package dev.tare.benchmark;

import org.apiguardian.api.API;

/** Which time {@link Benchmarked} judges. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum ClockType {
  /**
   * The CPU time of the calling thread where the body does nothing but compute; real time where it
   * waits or lets other threads work, of several threads and of a percentile. Of that real time of
   * calls of 10 ms and more the time is left out in which the thread was given no processor, where
   * the operating system tells.
   */
  AUTO,
  /** Real time, whatever the body does and whoever else has the processor. */
  WALL,
  /**
   * The CPU time of the calling thread, even where it waits; waiting does not count then. Not to be
   * had of a percentile, whose calls are too short to read it.
   */
  CPU
}
