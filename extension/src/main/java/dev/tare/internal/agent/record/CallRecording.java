package dev.tare.internal.agent.record;

import static java.util.Objects.requireNonNull;

import dev.tare.internal.agent.SourceMap;
import dev.tare.internal.agent.TareClasses;
import dev.tare.internal.agent.weave.RecorderClass;
import java.io.IOException;
import java.lang.StackWalker.StackFrame;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Counts the calls of woven methods that one thread makes between start and stop, by caller. */
public final class CallRecording {

  /**
   * Maximum number of calls whose caller is recorded: each stack walk takes a microsecond or two.
   * Later calls are only counted.
   */
  private static final int MAX_LOCATED = 100_000;

  /** End of the names of methods that Kotlin adds for default arguments. */
  private static final String DEFAULT_ARGUMENTS = "$default";

  private static final StackTraceElement UNKNOWN = new StackTraceElement("?", "?", null, -1);

  private final Map<StackTraceElement, Long> callers = new LinkedHashMap<>();
  private final String method;
  private final RecorderInstance counter;
  private int locatedCalls;
  private long callsOfTools;
  private long mockCalls;

  CallRecording(Class<?> type, String method) throws ReflectiveOperationException, IOException {
    this.method = method;
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
    boolean hasMockito = !callers.isEmpty() && MockCalls.canBeMade();
    for (StackTraceElement caller : List.copyOf(callers.keySet())) {
      if (hasMockito && MockCalls.stubOrVerify(caller, method)) {
        mockCalls += requireNonNull(callers.remove(caller));
      }
    }
  }

  /**
   * Returns the number of calls, without those that Tare or Mockito makes and those that stub or
   * verify a mock.
   */
  public long calls() {
    return (long) counter.call("calls") - callsOfTools - mockCalls;
  }

  /** Returns the number of calls in the first 100,000 that stub or verify a mock of Mockito. */
  public long mockCalls() {
    return mockCalls;
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
      List<StackFrame> found = StackWalker.getInstance().walk(CallRecording::callers);
      StackTraceElement caller = found.isEmpty() ? UNKNOWN : found.get(0).toStackTraceElement();
      if (TareClasses.isInternal(caller.getClassName()) || MockCalls.areMadeByMockito(found)) {
        callsOfTools++;
      } else {
        callers.merge(caller, 1L, Long::sum);
      }
    }
  }

  /**
   * Returns the caller and its caller: the frames above the counted method, which is the frame
   * above the counter. Methods that Kotlin adds for default arguments have no lines.
   */
  private static List<StackFrame> callers(Stream<StackFrame> frames) {
    String counter = RecorderClass.CALLS.copyName();
    return frames
        .dropWhile(frame -> !frame.getClassName().equals(counter))
        .dropWhile(frame -> frame.getClassName().equals(counter))
        .skip(1)
        .dropWhile(frame -> frame.getMethodName().endsWith(DEFAULT_ARGUMENTS))
        .filter(frame -> !frame.getClassName().startsWith("java.lang.invoke."))
        .limit(2)
        .toList();
  }

  /**
   * Returns a line as text. Call it only after counting, because it reads class files, which may
   * call a counted method.
   */
  static String text(StackTraceElement caller) {
    if (caller.equals(UNKNOWN)) {
      return "?";
    }
    String name = caller.getClassName();
    return "%s.%s(%s)"
        .formatted(
            name.substring(name.lastIndexOf('.') + 1).replace('$', '.'),
            caller.getMethodName(),
            SourceMap.origin(name, caller.getLineNumber()).orElseGet(() -> source(caller)));
  }

  /** Returns file and line, as far as the class has them; generated classes have none. */
  private static String source(StackTraceElement caller) {
    String file = caller.getFileName();
    if (file == null) {
      return "unknown source";
    }
    return caller.getLineNumber() < 0 ? file : file + ":" + caller.getLineNumber();
  }
}
