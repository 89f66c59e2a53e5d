package dev.tare.heap;

import org.apiguardian.api.API;

/**
 * What a dump of a profile can say of each node beside its place, class and tree size; each is
 * computed for the whole profile when it is first needed, and only then.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum NodeDetail {

  /** How many references lead to the object: {@link ProfileNode#refCount()}. */
  REFERENCES,

  /**
   * What would be unreachable without the object: {@link ProfileNode#retainedSize()}, the most
   * expensive figure of a profile.
   */
  RETAINED
}
