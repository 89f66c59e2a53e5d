package dev.tare.internal.plain;

import dev.tare.internal.launch.CurrentTest;
import dev.tare.internal.launch.LauncherRun;
import dev.tare.model.Report.TestId;
import java.lang.StackWalker.StackFrame;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;

/** Finds the method that measures, which gives a measurement its name. */
public final class Callers {

  private static final List<String> OWN =
      List.of("dev.tare.Tare", "dev.tare.internal.plain.", "dev.tare.assertj.", "org.assertj.");

  private static final String LAMBDA = "lambda$";

  private Callers() {}

  /**
   * Returns the test that this thread runs, with the name of its invocation if it has several;
   * outside of tests, the nearest class and method outside of Tare.
   */
  public static TestId test() {
    Optional<TestId> test =
        LauncherRun.ofThread()
            .flatMap(LauncherRun::current)
            .filter(current -> !runsEngine(current.method().get()))
            .map(CurrentTest::id);
    return test.isPresent()
        ? test.get()
        : nearest(); // not in a lambda: its caller would be nearest
  }

  /** Returns whether a test has started an engine, which runs another test in this thread. */
  private static boolean runsEngine(Method test) {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .filter(frame -> isOfEngine(frame) || isOf(test, frame))
                    .dropWhile(frame -> !isOfEngine(frame))
                    .anyMatch(frame -> isOf(test, frame)));
  }

  private static boolean isOfEngine(StackFrame frame) {
    return frame.getClassName().startsWith("org.junit.platform.");
  }

  private static boolean isOf(Method test, StackFrame frame) {
    return frame.getMethodName().equals(test.getName())
        && frame.getClassName().equals(test.getDeclaringClass().getName());
  }

  /** Returns the nearest class and method outside of Tare. */
  static TestId nearest() {
    return StackWalker.getInstance()
        .walk(frames -> frames.filter(frame -> !isOwn(frame)).findFirst())
        .map(frame -> new TestId(frame.getClassName(), method(frame.getMethodName()), ""))
        .orElseThrow(); // a stack has a bottom
  }

  private static boolean isOwn(StackFrame frame) {
    String type = frame.getClassName();
    return OWN.stream()
        .anyMatch(own -> own.endsWith(".") ? type.startsWith(own) : type.equals(own));
  }

  /** Returns the name of the method in the source: {@code main} for {@code lambda$main$0}. */
  private static String method(String name) {
    return name.startsWith(LAMBDA)
        ? name.substring(LAMBDA.length()).replaceFirst("\\$\\d+$", "")
        : name;
  }
}
