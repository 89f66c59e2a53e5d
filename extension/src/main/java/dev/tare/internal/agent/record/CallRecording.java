package dev.tare.internal.agent.record;

import dev.tare.internal.agent.JdkModules;
import dev.tare.internal.agent.TareClasses;
import dev.tare.internal.agent.weave.RecorderClass;
import dev.tare.internal.agent.weave.RecorderClass.RecorderInstance;
import java.io.IOException;
import java.lang.StackWalker.StackFrame;
import java.lang.reflect.Proxy;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Counts the calls of woven methods that one thread makes between start and stop, by caller. The
 * stack at the entry of a method shows whether the call counts.
 *
 * <p>A call that another counted method makes, directly or through a proxy, is part of that
 * method's call and does not count. A method that calls itself counts each time.
 */
public final class CallRecording {

  /** End of the names of methods that Kotlin adds for default arguments. */
  private static final String DEFAULT_ARGUMENTS = "$default";

  /** Part of the names of the proxies that Spring generates. */
  private static final String SPRING_PROXY = "SpringCGLIB$$";

  private static final StackWalker WALKER =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private final Class<?> type;
  private final String method;
  private final boolean ofJdk;
  private final RecorderInstance recorder;
  private final Map<StackTraceElement, Long> callers = new LinkedHashMap<>();
  private final Set<String> begun = new HashSet<>(); // the methods called so far
  private long calls;
  private boolean passesOn; // whether the last method that began is a proxy's

  CallRecording(Class<?> type, String method) throws ReflectiveOperationException, IOException {
    this.type = type;
    this.method = method;
    this.ofJdk = JdkModules.isOfTheJdk(type);
    this.recorder =
        new RecorderInstance(
            RecorderClass.CALLS,
            (Consumer<@Nullable Object>) this::entered,
            Thread.currentThread());
  }

  /**
   * Starts counting; must be called on the thread that created this recording.
   *
   * @throws IllegalStateException if another count is under way in this JVM
   */
  public void start() {
    recorder.start();
  }

  /** Stops counting. */
  public void stop() {
    recorder.stop();
  }

  /** Returns the number of calls, without those that Tare or Mockito makes. */
  public long calls() {
    return calls;
  }

  /** Returns the number of calls by calling line. */
  public Map<String, Long> callers() {
    Map<String, Long> lines = new LinkedHashMap<>();
    callers.forEach((caller, calls) -> lines.merge(text(caller), calls, Long::sum));
    return lines;
  }

  private void entered(@Nullable Object self) {
    if (self == null || type.isInstance(self)) {
      StackTraceElement caller = WALKER.walk(frames -> caller(frames.iterator()));
      if (caller != null) {
        calls++;
        callers.merge(caller, 1L, Long::sum);
      }
    }
  }

  /** Returns the caller of the method that begins now; null if its call does not count. */
  private @Nullable StackTraceElement caller(Iterator<StackFrame> frames) {
    StackFrame entered = belowHook(frames, RecorderClass.CALLS);
    begun.add(id(entered));
    boolean mayBePassedOn = passesOn;
    passesOn = isProxy(entered);
    while (frames.hasNext()) {
      StackFrame caller = frames.next();
      if (!isBetween(caller, entered)) {
        boolean isPart = hasBegun(caller) && !id(caller).equals(id(entered));
        return isPart || isTool(caller.getClassName()) || isIndirect(caller, frames, mayBePassedOn)
            ? null
            : caller.toStackTraceElement();
      }
    }
    return entered.toStackTraceElement(); // the JVM itself has called it
  }

  /** Returns whether a frame above a method has no line of the source that calls the method. */
  private boolean isBetween(StackFrame frame, StackFrame entered) {
    return frame.getMethodName().endsWith(DEFAULT_ARGUMENTS)
        || (frame.getClassName().startsWith("java.lang.invoke.") && !isLinker(frame))
        || (frame.getMethodName().equals(method) && !hasBegun(frame) && isBridge(frame, entered));
  }

  /** Returns whether a method without a hook leads to one of its name in the same object. */
  private static boolean isBridge(StackFrame frame, StackFrame entered) {
    return frame.getDeclaringClass().isAssignableFrom(entered.getDeclaringClass())
        || entered.getDeclaringClass().isAssignableFrom(frame.getDeclaringClass());
  }

  /**
   * Returns whether the JVM makes the call to link code, or a proxy passes its own call on.
   *
   * @param frames the frames below the caller
   * @param passedOn whether the last method that began is a proxy's
   */
  private boolean isIndirect(StackFrame caller, Iterator<StackFrame> frames, boolean passedOn) {
    boolean mayBePassedOn = passedOn;
    for (StackFrame frame = caller; ; frame = frames.next()) {
      if (ofJdk && isLinker(frame)) {
        return true;
      }
      if (mayBePassedOn && hasBegun(frame)) {
        if (isProxy(frame)) {
          return true;
        }
        mayBePassedOn = false;
      }
      if (!(ofJdk || mayBePassedOn) || !frames.hasNext()) {
        return false;
      }
    }
  }

  /** Returns whether a method is a counted one that has been called since the start. */
  private boolean hasBegun(StackFrame frame) {
    return frame.getMethodName().equals(method) && begun.contains(id(frame));
  }

  private static String id(StackFrame frame) {
    return frame.getClassName() + frame.getDescriptor();
  }

  private static boolean isProxy(StackFrame frame) {
    return Proxy.isProxyClass(frame.getDeclaringClass())
        || frame.getClassName().contains(SPRING_PROXY);
  }

  /** Returns whether the JVM calls a method of the JDK to load or weave a class or to link code. */
  private boolean isLinker(StackFrame frame) {
    return switch (frame.getClassName()) {
      case "java.lang.invoke.MethodHandleNatives" -> true;
      case "sun.instrument.InstrumentationImpl" -> frame.getMethodName().equals("transform");
      case "java.lang.ClassLoader" ->
          frame.getMethodName().equals("loadClass") && !ClassLoader.class.isAssignableFrom(type);
      default -> false;
    };
  }

  /** Returns whether a class is Tare's, Mockito's or a mock; a mock calls the method of a spy. */
  private static boolean isTool(String name) {
    return TareClasses.isInternal(name)
        || name.startsWith("org.mockito.")
        || name.contains("$MockitoMock$");
  }

  /** Returns the frame that called a hook; without a hook, the last frame. */
  static StackFrame belowHook(Iterator<StackFrame> frames, RecorderClass recorder) {
    String hook = recorder.copyName();
    StackFrame frame = frames.next();
    boolean hooked = false;
    while (frames.hasNext() && (!hooked || frame.getClassName().equals(hook))) {
      hooked |= frame.getClassName().equals(hook);
      frame = frames.next();
    }
    return frame;
  }

  /** Returns a line as text. Call it only after counting, because it may call a counted method. */
  static String text(StackTraceElement caller) {
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
