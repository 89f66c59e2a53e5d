package dev.tare.internal.agent.record;

import dev.tare.internal.agent.SourceMap;
import dev.tare.internal.agent.weave.RecorderClass;
import java.lang.StackWalker.StackFrame;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** How often one thread calls the counted methods between start and stop, and from where. */
public final class CallRecording {

  /** Looking at the stack takes a microsecond or two; of more calls only the number is known. */
  private static final int MOST_LOCATED = 100_000;

  private static final StackTraceElement UNKNOWN = new StackTraceElement("?", "?", null, -1);

  private final Map<StackTraceElement, Long> callers = new LinkedHashMap<>();
  private final Number counter;
  private int located;

  private CallRecording(Class<?> counter, Class<?> type) throws ReflectiveOperationException {
    this.counter =
        (Number)
            counter
                .getConstructor(Thread.class, Class.class, Runnable.class)
                .newInstance(Thread.currentThread(), type, (Runnable) this::locate);
  }

  static CallRecording of(Class<?> counter, Class<?> type) throws ReflectiveOperationException {
    return new CallRecording(counter, type);
  }

  /**
   * Starts, on the thread that made this.
   *
   * @throws IllegalStateException if another count is under way in this JVM
   */
  public void start() {
    ((Runnable) counter).run();
  }

  /** Stops. */
  public void stop() {
    try {
      ((AutoCloseable) counter).close();
    } catch (Exception e) {
      throw new IllegalStateException(e); // the counter declares nothing
    }
  }

  /** The number of calls. */
  public long calls() {
    return counter.longValue();
  }

  /** How many of them came from which line; of very many calls the first ones only. */
  public Map<String, Long> callers() {
    Map<String, Long> lines = new LinkedHashMap<>();
    callers.forEach((caller, calls) -> lines.merge(text(caller), calls, Long::sum));
    return lines;
  }

  private void locate() {
    if (located < MOST_LOCATED) {
      located++;
      callers.merge(
          StackWalker.getInstance()
              .walk(CallRecording::caller)
              .map(StackFrame::toStackTraceElement)
              .orElse(UNKNOWN),
          1L,
          Long::sum);
    }
  }

  /** Above the counter is the method that was called, and above that who called it. */
  private static Optional<StackFrame> caller(Stream<StackFrame> frames) {
    String counter = RecorderClass.CALLS.inJavaLang();
    return frames
        .dropWhile(frame -> !frame.getClassName().equals(counter))
        .dropWhile(frame -> frame.getClassName().equals(counter))
        .skip(1)
        .findFirst();
  }

  /** Read only when all calls are counted: what reads class files may call what is counted. */
  private static String text(StackTraceElement caller) {
    if (caller.equals(UNKNOWN)) {
      return "?";
    }
    String name = caller.getClassName();
    return "%s.%s(%s)"
        .formatted(
            name.substring(name.lastIndexOf('.') + 1).replace('$', '.'),
            caller.getMethodName(),
            SourceMap.origin(name, caller.getLineNumber())
                .orElse(caller.getFileName() + ":" + caller.getLineNumber()));
  }
}
