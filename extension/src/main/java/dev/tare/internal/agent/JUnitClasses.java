package dev.tare.internal.agent;

/** Recognizes JUnit's own classes by name. */
public final class JUnitClasses {

  private static final String ROOT = "org.junit.";

  private JUnitClasses() {}

  /** Returns whether a class belongs to JUnit. */
  public static boolean isOwn(String className) {
    return className.startsWith(ROOT);
  }
}
