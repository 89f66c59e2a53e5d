package dev.tare.internal.agent.record;

import dev.tare.internal.agent.TareClasses;
import dev.tare.internal.agent.weave.ClassOrigins;
import dev.tare.internal.agent.weave.CodeSite;
import dev.tare.internal.agent.weave.RecorderClass;
import dev.tare.internal.agent.weave.RecorderClass.RecorderInstance;
import java.io.IOException;
import java.lang.StackWalker.StackFrame;
import java.lang.reflect.Proxy;
import java.util.HashMap;
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

  /** Begins the names of the classes that weave, while the body loads a class. */
  private static final String AGENT = "dev.tare.internal.agent.";

  private static final StackWalker WALKER =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private final Class<?> type;
  private final String method;
  private final ClassOrigins application;
  private final RecorderInstance recorder;
  private final Map<Caller, Long> callers = new LinkedHashMap<>();
  private final Map<Class<?>, Boolean> ofApplication = new HashMap<>();
  private final Set<String> begun = new HashSet<>(); // the methods called so far
  private long calls;
  private boolean passesOn; // whether the last method that began is a proxy's

  /**
   * What made a call.
   *
   * @param line the calling line; null if the call is the body itself
   * @param application the nearest line of the application below it; null if the line is one
   *     itself, or if there is none
   */
  private record Caller(@Nullable StackTraceElement line, @Nullable StackTraceElement application) {

    /** Returns the lines as text; must be called after counting, since it may call the method. */
    String text() {
      return line == null
          ? "the test itself"
          : CallRecording.text(line)
              + (application == null ? "" : " from " + CallRecording.text(application));
    }
  }

  CallRecording(Class<?> type, String method, ClassOrigins application)
      throws ReflectiveOperationException, IOException {
    this.type = type;
    this.method = method;
    this.application = application;
    this.recorder =
        new RecorderInstance(
            RecorderClass.CALLS,
            (Consumer<@Nullable Object>) this::entered,
            Thread.currentThread(),
            type);
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

  /** Returns the number of calls, without those that Mockito makes. */
  public long calls() {
    return calls;
  }

  /** Returns about how many calls other threads made meanwhile. */
  public long elsewhere() {
    return (long) recorder.call("elsewhere");
  }

  /** Returns the number of calls by calling line. */
  public Map<String, Long> callers() {
    Map<String, Long> lines = new LinkedHashMap<>();
    callers.forEach((caller, calls) -> lines.merge(caller.text(), calls, Long::sum));
    return lines;
  }

  private void entered(@Nullable Object self) {
    if (self == null || (type.isInstance(self) && !isOfTare(self.getClass().getName()))) {
      Caller caller = WALKER.walk(frames -> caller(frames.iterator()));
      if (caller != null) {
        calls++;
        callers.merge(caller, 1L, Long::sum);
      }
    }
  }

  /** Returns whether a class is one of Tare's, also of the recorder that is being stopped. */
  private static boolean isOfTare(String name) {
    return TareClasses.isInternal(name) || RecorderClass.isCopy(name);
  }

  /** Returns the caller of the method that begins now; null if its call does not count. */
  private @Nullable Caller caller(Iterator<StackFrame> frames) {
    StackFrame entered = belowHook(frames, RecorderClass.CALLS);
    begun.add(id(entered));
    boolean mayBePassedOn = passesOn;
    passesOn = isProxy(entered);
    while (frames.hasNext()) {
      StackFrame caller = frames.next();
      if (!isBetween(caller, entered)) {
        boolean isPart = hasBegun(caller) && !id(caller).equals(id(entered));
        return isPart || isMock(caller.getClassName())
            ? null
            : direct(caller, frames, mayBePassedOn);
      }
    }
    return new Caller(null, null);
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
   * Returns the caller; null if the JVM makes the call to load a class or to link code, or a proxy
   * passes its own call on.
   *
   * @param frames the frames below the caller; they end where Tare calls the body
   * @param passedOn whether the last method that began is a proxy's
   */
  private @Nullable Caller direct(
      StackFrame caller, Iterator<StackFrame> frames, boolean passedOn) {
    boolean mayBePassedOn = passedOn;
    StackFrame nearest = null;
    for (StackFrame frame = caller; !callsBody(frame); frame = frames.next()) {
      if (isLinker(frame)) {
        return null;
      }
      if (mayBePassedOn && hasBegun(frame)) {
        if (isProxy(frame)) {
          return null;
        }
        mayBePassedOn = false;
      }
      if (nearest == null && isOfApplication(frame)) {
        nearest = frame;
      }
      if (!frames.hasNext()) {
        break;
      }
    }
    return new Caller(
        callsBody(caller) ? null : caller.toStackTraceElement(),
        nearest == null || nearest == caller ? null : nearest.toStackTraceElement());
  }

  /** Returns whether a method of Tare, but not of what weaves classes, is on the stack. */
  private static boolean callsBody(StackFrame frame) {
    String name = frame.getClassName();
    return TareClasses.isInternal(name) && !name.startsWith(AGENT);
  }

  private boolean isOfApplication(StackFrame frame) {
    return ofApplication.computeIfAbsent(frame.getDeclaringClass(), application::includes);
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

  /** Returns whether what a method calls is made to load or weave a class or to link code. */
  private boolean isLinker(StackFrame frame) {
    if (frame.getMethodName().equals("<clinit>")) {
      return true;
    }
    return switch (frame.getClassName()) {
      case "java.lang.invoke.MethodHandleNatives" -> true;
      case "sun.instrument.InstrumentationImpl" -> frame.getMethodName().equals("transform");
      case "java.lang.ClassLoader" ->
          frame.getMethodName().equals("loadClass") && !ClassLoader.class.isAssignableFrom(type);
      default -> false;
    };
  }

  /** Returns whether a class is Mockito's or a mock; a mock calls the method of a spy. */
  private static boolean isMock(String name) {
    return name.startsWith("org.mockito.") || name.contains("$MockitoMock$");
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
  static String text(StackTraceElement line) {
    return CodeSite.where(
        line.getClassName(), line.getMethodName(), line.getFileName(), line.getLineNumber());
  }
}
