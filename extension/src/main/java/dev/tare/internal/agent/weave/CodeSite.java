package dev.tare.internal.agent.weave;

import java.util.Optional;

/**
 * An allocation site: an instruction of woven code after which the counter is read, or a method
 * whose calls are timed.
 *
 * @param name the class of the objects that it creates, the library call that it makes, or the
 *     timed method
 * @param label a word for allocation that the source does not show: {@code boxing}; else empty
 * @param createsObjects whether the instruction itself creates objects, each of which is counted
 * @param where the line: {@code Class.method(File.java:41)}
 */
public record CodeSite(String name, String label, boolean createsObjects, String where) {

  /** The site of all other allocation: by the VM itself and by code that was not woven. */
  public static final CodeSite ELSEWHERE =
      new CodeSite("the VM itself or code that was not woven", "", false, "");

  /** Beginning of the names of calls: {@code in java.util.List.of()}. */
  static final String CALL = "in ";

  /** Returns the class and the method that the site calls; empty if it calls none by name. */
  public Optional<String> called() {
    return name.startsWith(CALL)
        ? Optional.of(name.substring(CALL.length(), name.length() - "()".length()))
        : Optional.empty();
  }
}
