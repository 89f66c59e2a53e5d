package dev.tare.benchmark;

import org.apiguardian.api.API;

/** Which time {@link Benchmarked} judges. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum Clock {
  /**
   * The CPU time of the calling thread where the body does nothing but compute, real time where it
   * waits or lets other threads work.
   */
  AUTO,
  /** Real time, whatever the body does and whoever else has the processor. */
  WALL,
  /** The CPU time of the calling thread, even where it waits; waiting does not count then. */
  CPU
}
