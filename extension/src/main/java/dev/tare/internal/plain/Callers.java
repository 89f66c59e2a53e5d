package dev.tare.internal.plain;

import dev.tare.model.Report.TestId;
import java.lang.StackWalker.StackFrame;
import java.util.List;

/** Finds the method that measures, which gives a measurement its name. */
public final class Callers {

  private static final List<String> OWN =
      List.of("dev.tare.Tare", "dev.tare.internal.plain.", "dev.tare.assertj.", "org.assertj.");

  private static final String LAMBDA = "lambda$";

  private Callers() {}

  /** Returns the nearest class and method outside of Tare. */
  public static TestId nearest() {
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
