package dev.tare.allocation;

import org.apiguardian.api.API;

/** What a breakdown tells apart. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum Depth {
  /**
   * The lines of the application: of classes that were loaded from folders or from where the test
   * class was. What libraries and the JDK allocate is told by the line that calls them.
   */
  APPLICATION
}
