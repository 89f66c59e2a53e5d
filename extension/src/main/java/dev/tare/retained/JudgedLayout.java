package dev.tare.retained;

import dev.tare.heap.ObjectLayout;
import org.apiguardian.api.API;

/** The object layout that a size is judged for. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum JudgedLayout {

  /** That of the JVM that runs the test: what is really there. */
  RUNNING {
    @Override
    ObjectLayout objects() {
      return ObjectLayout.current();
    }
  },

  /** 12-byte headers and 4-byte references, as JVMs of up to 32 GB have unless told otherwise. */
  COMPRESSED {
    @Override
    ObjectLayout objects() {
      return ObjectLayout.COMPRESSED;
    }
  },

  /** 8-byte headers and 4-byte references: {@code -XX:+UseCompactObjectHeaders}. */
  COMPACT {
    @Override
    ObjectLayout objects() {
      return ObjectLayout.COMPACT;
    }
  },

  /** 12-byte headers and 8-byte references, as ZGC and JVMs of more than 32 GB have. */
  WIDE {
    @Override
    ObjectLayout objects() {
      return ObjectLayout.WIDE;
    }
  };

  /**
   * The layout itself.
   *
   * @throws dev.tare.heap.UnweighableException if this JVM lets no agent in
   */
  abstract ObjectLayout objects();
}
