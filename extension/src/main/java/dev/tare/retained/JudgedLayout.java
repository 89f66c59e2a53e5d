package dev.tare.retained;

import dev.tare.heap.ObjectLayout;
import org.apiguardian.api.API;

/** Object layout for which a size is judged. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum JudgedLayout {

  /** The layout of the JVM that runs the test. */
  RUNNING,

  /** 12-byte headers and 4-byte references: the default of JVMs with up to 32 GB of heap. */
  COMPRESSED,

  /** 8-byte headers and 4-byte references: {@code -XX:+UseCompactObjectHeaders}. */
  COMPACT;

  /**
   * Returns the layout.
   *
   * @throws dev.tare.heap.UnweighableException if this JVM does not allow an agent to be loaded
   */
  public ObjectLayout objects() {
    return switch (this) {
      case RUNNING -> ObjectLayout.current();
      case COMPRESSED -> ObjectLayout.COMPRESSED;
      case COMPACT -> ObjectLayout.COMPACT;
    };
  }
}
