package dev.tare.retained;

import org.apiguardian.api.API;

/** Part of a value's object graph that is measured. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum Kind {

  /**
   * Objects that would be freed with the value: those it reaches, except those that other roots
   * reach too.
   */
  RETAINED,

  /** All objects that the value reaches, shared or not. */
  REACHABLE,

  /**
   * Memory outside the heap that would be freed with the value: the capacity of direct buffers, and
   * the segments of arenas. The objects themselves are in the heap and do not count.
   */
  OFF_HEAP
}
