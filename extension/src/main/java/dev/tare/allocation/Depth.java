package dev.tare.allocation;

import org.apiguardian.api.API;

/** Whose classes a breakdown tells apart. Each takes in those before it. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum Depth {
  /**
   * The lines of the application: of classes that were loaded from folders or from where the test
   * class was. What libraries and the JDK allocate is told by the line that calls them.
   */
  APPLICATION,
  /**
   * The lines of libraries too, each with the line of the application that led there. What the JDK
   * allocates is told by the line that calls it.
   */
  LIBRARIES,
  /**
   * The lines of the JDK too, so that every row is of one class of objects but for one: what the VM
   * itself made. All loaded classes of the JDK are changed for some calls of the body, which takes
   * seconds.
   */
  JDK
}
