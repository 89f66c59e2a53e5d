package dev.tare.internal.agent;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Recognizes objects and calls whose bytes differ from run to run of the same code. */
public final class UnsteadyBytes {

  /** The reason why bytes of threads differ, whose names are numbered. */
  public static final String THREADS =
      "other threads are started or used, whose numbers and timing differ";

  private static final String STACK_TRACE =
      "a stack trace is as deep as the calls that lead to the test";

  private static final Pattern CALL = Pattern.compile("in (.+)\\.([^.]+)\\(\\)");

  private static final Pattern EXECUTOR =
      Pattern.compile("java\\.util\\.concurrent\\.\\w*(?:Exec|ForkJoin|CompletableFuture)\\w*");

  private UnsteadyBytes() {}

  /**
   * Returns why the bytes differ; empty if they are not known to.
   *
   * @param name the class of the objects, or the call that created them: {@code in
   *     java.util.List.of()}
   */
  public static String reason(String name) {
    Matcher call = CALL.matcher(name);
    boolean isCall = call.matches();
    String className = isCall ? call.group(1) : name;
    if (className.equals(Thread.class.getName())
        || (isCall && EXECUTOR.matcher(className).matches())) {
      return THREADS;
    }
    boolean creates = !isCall || call.group(2).equals("<init>");
    return creates && isThrowable(className) ? STACK_TRACE : "";
  }

  private static boolean isThrowable(String className) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    try {
      return Throwable.class.isAssignableFrom(Class.forName(className, false, loader));
    } catch (ClassNotFoundException | LinkageError e) {
      return false; // such as an array
    }
  }
}
