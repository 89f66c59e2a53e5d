package dev.tare.internal.profile;

import dev.tare.internal.agent.TareClasses;
import dev.tare.internal.profile.HotSpots.Spot;
import java.util.List;
import java.util.function.Predicate;

/**
 * A sampled stack.
 *
 * @param frames its frames, innermost first
 * @param truncated whether the stack is deeper than the recording
 */
record SampledStack(List<Frame> frames, boolean truncated) {

  /** Row of samples in Tare's own code: the generated loop and what consumes the results. */
  static final String LOOP = "in the loop that makes the calls";

  private static final List<String> JDK_AND_TARE =
      List.of("java.", "javax.", "jdk.", "sun.", "com.sun.", "dev.tare.internal.");

  /** Prefixes of the names of other classes that call a body, or that its stub calls. */
  private static final List<String> BODY_CALLERS =
      List.of("dev.tare.internal.call.", "dev.tare.internal.plain.Lambda");

  /** Prefix of the names of the classes with which a stub consumes results. */
  private static final String CONSUMERS = "java.util.concurrent.atomic.Atomic";

  /** Their methods. */
  private static final List<String> CONSUMING = List.of("set", "setOpaque");

  /**
   * A frame.
   *
   * @param type name of the class
   * @param line line number, negative if unknown
   */
  record Frame(String type, String method, int line) {

    private boolean consumesResult() {
      return type.startsWith(CONSUMERS) && CONSUMING.contains(method);
    }

    private String call() {
      return "in " + type + "." + method + "()";
    }

    /** Returns this as text: {@code Cart.total():12}. */
    String text() {
      return "%s.%s()%s"
          .formatted(
              type.substring(type.lastIndexOf('.') + 1).replace('$', '.'),
              method,
              line < 0 ? "" : ":" + line);
    }
  }

  /**
   * Returns where the sample counts. If the application is on the stack, that is its innermost
   * line, with the method that this line calls; otherwise the innermost method, with the innermost
   * line of a library, if any.
   *
   * @param application whether a class, by its name, belongs to the application
   */
  Spot place(Predicate<String> application) {
    List<Frame> body = frames.subList(0, bodyFrames());
    if (body.isEmpty()) {
      return new Spot(LOOP, "");
    }
    for (int i = 0; i < body.size(); i++) {
      Frame frame = body.get(i);
      if (isOfApplicationOrLibrary(frame) && application.test(frame.type())) {
        return new Spot(body.get(Math.max(0, i - 1)).call(), frame.text());
      }
    }
    String line =
        body.stream()
            .filter(SampledStack::isOfApplicationOrLibrary)
            .findFirst()
            .map(Frame::text)
            .orElse("");
    return new Spot(body.get(0).call(), line);
  }

  private static boolean isOfApplicationOrLibrary(Frame frame) {
    return JDK_AND_TARE.stream().noneMatch(frame.type()::startsWith);
  }

  /**
   * Returns the number of innermost frames that belong to the body; 0 if Tare's own code was
   * sampled. If the stack is truncated, all recorded frames may belong to the body.
   */
  int bodyFrames() {
    for (int i = 0; i < frames.size(); i++) {
      String type = frames.get(i).type();
      if (TareClasses.isStub(type)) {
        return i > 0 && frames.get(i - 1).consumesResult() ? 0 : i;
      }
      if (BODY_CALLERS.stream().anyMatch(type::startsWith)) {
        return i;
      }
      if (type.equals(JfrSampling.class.getName())) {
        return 0; // code of the profiler, not of the body
      }
    }
    return truncated ? frames.size() : 0;
  }
}
