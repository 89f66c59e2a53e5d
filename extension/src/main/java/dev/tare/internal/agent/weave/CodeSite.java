package dev.tare.internal.agent.weave;

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
}
