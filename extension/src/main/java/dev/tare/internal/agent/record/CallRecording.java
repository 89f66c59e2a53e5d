package dev.tare.internal.agent.record;

import dev.tare.internal.agent.TareClasses;
import dev.tare.internal.agent.weave.RecorderClass;
import java.io.IOException;
import java.lang.StackWalker.StackFrame;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Counts the calls of woven methods that one thread makes between start and stop, by caller. */
public final class CallRecording {

  /**
   * Maximum number of calls whose caller is recorded: each stack walk takes a microsecond or two.
   * Later calls are only counted.
   */
  private static final int MAX_LOCATED = 100_000;

  private static final StackTraceElement UNKNOWN = new StackTraceElement("?", "?", null, -1);

  private final Map<StackTraceElement, Long> callers = new LinkedHashMap<>();
  private final RecorderInstance counter;
  private int locatedCalls;
  private long callsOfTools;

  CallRecording(Class<?> type) throws ReflectiveOperationException, IOException {
    this.counter =
        new RecorderInstance(
            RecorderClass.CALLS, Thread.currentThread(), type, (Runnable) this::recordCaller);
  }

  /**
   * Starts counting; must be called on the thread that created this recording.
   *
   * @throws IllegalStateException if another count is under way in this JVM
   */
  public void start() {
    counter.start();
  }

  /** Stops counting. */
  public void stop() {
    counter.stop();
  }

  /** Returns the number of calls, without those that Tare or Mockito makes. */
  public long calls() {
    return (long) counter.call("calls") - callsOfTools;
  }

  /** Returns the number of calls by calling line, for the first 100,000 calls. */
  public Map<String, Long> callers() {
    Map<String, Long> lines = new LinkedHashMap<>();
    callers.forEach((caller, calls) -> lines.merge(text(caller), calls, Long::sum));
    return lines;
  }

  private void recordCaller() {
    if (locatedCalls < MAX_LOCATED) {
      locatedCalls++;
      StackTraceElement caller = StackWalker.getInstance().walk(CallRecording::caller);
      if (TareClasses.isInternal(caller.getClassName()) || isMockito(caller.getClassName())) {
        callsOfTools++;
      } else {
        callers.merge(caller, 1L, Long::sum);
      }
    }
  }

  /** Returns whether a class is Mockito's or a mock, which call the real method of a spy. */
  private static boolean isMockito(String type) {
    return type.startsWith("org.mockito.") || type.contains("$MockitoMock$");
  }

  /**
   * Returns the caller: the frame above the counted method, which is the frame above the counter.
   * Methods that Kotlin adds for default arguments have no lines.
   */
  private static StackTraceElement caller(Stream<StackFrame> frames) {
    String counter = RecorderClass.CALLS.copyName();
    return frames
        .dropWhile(frame -> !frame.getClassName().equals(counter))
        .dropWhile(frame -> frame.getClassName().equals(counter))
        .skip(1)
        .dropWhile(frame -> frame.getMethodName().endsWith(CallWeaver.DEFAULT_ARGUMENTS))
        .filter(frame -> !frame.getClassName().startsWith("java.lang.invoke."))
        .findFirst()
        .map(StackFrame::toStackTraceElement)
        .orElse(UNKNOWN);
  }

  /** Returns a line as text. Call it only after counting, because it may call a counted method. */
  static String text(StackTraceElement caller) {
    if (caller.equals(UNKNOWN)) {
      return "?";
    }
    String name = caller.getClassName();
    return "%s.%s(%s)"
        .formatted(
            name.substring(name.lastIndexOf('.') + 1).replace('$', '.'),
            caller.getMethodName(),
            source(caller));
  }

  /** Returns file and line, as far as the class has them; generated classes have none. */
  private static String source(StackTraceElement caller) {
    String file = caller.getFileName();
    if (file == null) {
      return "unknown source";
    }
    int line = caller.getLineNumber();
    return line < 0 ? file : file + ":" + line;
  }
}
