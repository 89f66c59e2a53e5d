package dev.tare.allocation;

import org.apiguardian.api.API;

/** The classes whose lines a breakdown shows. Each value includes those before it. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum Depth {
  /**
   * The lines of the application, that is, of classes loaded from folders or from the location of
   * the test class. Allocation in libraries and the JDK is shown at the line that calls them.
   */
  APPLICATION,
  /**
   * The lines of libraries too, each with the line of the application that led there. Allocation in
   * the JDK is shown at the line that calls it.
   */
  LIBRARIES,
  /**
   * The lines of the JDK too, so that every row shows one class of objects, except for one row with
   * the allocation of the VM itself. All loaded classes of the JDK are woven for some calls of the
   * body, which takes seconds.
   */
  JDK
}
