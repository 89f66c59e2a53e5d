package dev.tare.internal.agent.weave;

/**
 * An instruction of woven code after which the counter is read.
 *
 * @param made the class of what it makes, or the library call that it is
 * @param label what the source does not show, in a word: {@code boxing}; empty if it shows all
 * @param object whether it makes objects itself, each of which is counted, and calls nothing
 * @param where the line: {@code Class.method(File.java:41)}
 */
public record Site(String made, String label, boolean object, String where) {

  /** What is added to no other site: the VM's own allocation and code that was not woven. */
  public static final Site ELSEWHERE =
      new Site("the VM itself or code that was not woven", "", false, "");
}
