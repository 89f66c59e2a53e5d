package dev.tare.internal.plain;

import dev.tare.internal.launch.LauncherRun;
import dev.tare.internal.launch.LauncherRun.CurrentTest;
import dev.tare.model.Report.TestId;
import java.lang.StackWalker.StackFrame;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;

/** Finds the method that measures; it gives the measurement its name. */
public final class Callers {

  private static final List<String> TARE_AND_ASSERTJ =
      List.of("dev.tare.Tare", "dev.tare.internal.plain.", "dev.tare.assertj.", "org.assertj.");

  private static final String LAMBDA = "lambda$";

  private Callers() {}

  /**
   * Returns the test that this thread runs, with the name of its invocation if it has several.
   * Outside of tests, returns the nearest caller outside of Tare and AssertJ.
   */
  public static TestId test() {
    Optional<TestId> test =
        LauncherRun.ofThread()
            .flatMap(LauncherRun::current)
            .filter(current -> !runsAnotherEngine(current.method().get()))
            .map(CurrentTest::id);
    return test.isPresent()
        ? test.get()
        : nearest(); // not in a lambda, whose caller on the stack would be the nearest
  }

  /** Returns whether the test has started an engine that runs another test in this thread. */
  private static boolean runsAnotherEngine(Method test) {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .filter(frame -> isJUnitPlatform(frame) || isMethod(test, frame))
                    .dropWhile(frame -> !isJUnitPlatform(frame))
                    .anyMatch(frame -> isMethod(test, frame)));
  }

  private static boolean isJUnitPlatform(StackFrame frame) {
    return frame.getClassName().startsWith("org.junit.platform.");
  }

  private static boolean isMethod(Method test, StackFrame frame) {
    return frame.getMethodName().equals(test.getName())
        && frame.getClassName().equals(test.getDeclaringClass().getName());
  }

  /** Returns the class and method of the nearest caller outside of Tare and AssertJ. */
  static TestId nearest() {
    return StackWalker.getInstance()
        .walk(frames -> frames.filter(frame -> !isTareOrAssertj(frame)).findFirst())
        .map(frame -> new TestId(frame.getClassName(), sourceMethod(frame.getMethodName()), ""))
        .orElseThrow(); // a stack has a bottom
  }

  private static boolean isTareOrAssertj(StackFrame frame) {
    String type = frame.getClassName();
    return TARE_AND_ASSERTJ.stream()
        .anyMatch(name -> name.endsWith(".") ? type.startsWith(name) : type.equals(name));
  }

  /**
   * Returns the name of the method in the source: {@code main} for {@code lambda$main$0}, or {@code
   * main$lambda$0} in Kotlin.
   */
  private static String sourceMethod(String name) {
    return name.startsWith(LAMBDA)
        ? name.substring(LAMBDA.length()).replaceFirst("\\$\\d+$", "")
        : name.replaceFirst("\\$lambda\\$.*$", "");
  }
}
