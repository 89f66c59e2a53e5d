package dev.tare.internal.agent;

/**
 * An instruction of woven code after which the counter is read.
 *
 * @param made the class of what it makes, or the library call that it is
 * @param where the line: {@code Class.method(File.java:41)}
 */
public record Site(String made, String where) {

  /** What is added to no other site: the VM's own allocation and code that was not woven. */
  static final Site ELSEWHERE = new Site("the VM itself or code that was not woven", "");
}
