package dev.tare.internal.profile;

import dev.tare.internal.agent.TareClasses;
import dev.tare.internal.profile.FlightRecording.SampledStack.Frame;
import dev.tare.internal.profile.HotSpots.Spot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/** Recording of the JVM's flight recorder. No other class refers to the module {@code jdk.jfr}. */
final class FlightRecording implements JfrSampling.OpenRecording {

  private static final String SAMPLE = "jdk.ExecutionSample";

  /** Sampling period; the shortest that every JVM from 17 on supports. */
  private static final Duration PERIOD = Duration.ofMillis(10);

  /** Events whose duration a thread waits. */
  private static final Set<String> WAITS =
      Set.of(
          "jdk.ThreadSleep",
          "jdk.ThreadPark",
          "jdk.JavaMonitorEnter",
          "jdk.JavaMonitorWait",
          "jdk.SocketRead",
          "jdk.SocketWrite",
          "jdk.FileRead",
          "jdk.FileWrite",
          "jdk.FileForce");

  /** Shortest wait that is recorded: to record one takes about as long. */
  private static final Duration SHORTEST_WAIT = Duration.ofNanos(1_000);

  private final Recording recording;
  private final long thread;
  private final boolean prepared;
  private final Predicate<String> application;
  private Instant from = Instant.MIN;

  private FlightRecording(
      Recording recording, long thread, boolean prepared, Predicate<String> application) {
    this.recording = recording;
    this.thread = thread;
    this.prepared = prepared;
    this.application = application;
  }

  static boolean available() {
    return FlightRecorder.isAvailable();
  }

  /**
   * Starts a recording of the calling thread.
   *
   * @param prepared whether only samples of the body count
   * @param application whether a class, by its name, belongs to the application
   */
  static FlightRecording start(boolean prepared, Predicate<String> application) {
    Recording recording = new Recording();
    recording.setName("Tare");
    recording.enable(SAMPLE).withPeriod(PERIOD);
    WAITS.forEach(wait -> recording.enable(wait).withThreshold(SHORTEST_WAIT).withStackTrace());
    recording.start();
    return new FlightRecording(recording, Thread.currentThread().getId(), prepared, application);
  }

  @Override
  public void dropSamples() {
    from = Instant.now();
  }

  @Override
  public HotSpots stop(long nanos) throws IOException {
    recording.stop();
    Path file = Files.createTempFile("tare", ".jfr");
    try {
      recording.dump(file);
      return spots(file, nanos);
    } finally {
      Files.delete(file);
    }
  }

  @Override
  public void close() {
    recording.close();
  }

  private HotSpots spots(Path file, long nanos) throws IOException {
    Map<Spot, Long> samples = new LinkedHashMap<>();
    Map<Spot, Long> waits = new LinkedHashMap<>();
    // one by one: the events of a body that waits often do not fit into a small heap
    try (RecordingFile events = new RecordingFile(file)) {
      while (events.hasMoreEvents()) {
        RecordedEvent event = events.readEvent();
        if (WAITS.contains(event.getEventType().getName())) {
          add(event, event.getThread(), event.getDuration().toNanos(), waits);
        } else if (event.getEventType().getName().equals(SAMPLE)) {
          add(event, event.getThread("sampledThread"), 1, samples);
        }
      }
    }
    waits.keySet().removeIf(place -> place.method().equals(SampledStack.LOOP)); // the profiler's
    return new HotSpots(samples, waits, nanos);
  }

  private void add(
      RecordedEvent event, @Nullable RecordedThread of, long amount, Map<Spot, Long> sums) {
    RecordedStackTrace stack = event.getStackTrace();
    if (stack == null
        || of == null
        || of.getJavaThreadId() != thread
        || event.getStartTime().isBefore(from)) {
      return;
    }
    // a frame of a method whose class was unloaded has no method
    List<Frame> frames =
        stack.getFrames().stream()
            .filter(frame -> frame.getMethod() != null)
            .map(FlightRecording::frame)
            .toList();
    if (isOfBody(frames)) {
      Spot place = new SampledStack(frames, stack.isTruncated()).place(application);
      sums.merge(place, amount, Long::sum);
    }
  }

  private static Frame frame(RecordedFrame recorded) {
    RecordedMethod method = recorded.getMethod();
    return new Frame(
        method.getType().getName(),
        method.getName(),
        recorded.isJavaFrame() ? recorded.getLineNumber() : -1);
  }

  /**
   * Returns whether the frames are of the body, not of its preparations. The JVM records the
   * innermost 64 frames, so deeper stacks do not show the call of the body.
   */
  private boolean isOfBody(List<Frame> frames) {
    return prepared
        ? frames.stream().skip(1).anyMatch(ProfiledCalls::callsBody)
        : !frames.isEmpty();
  }

  /**
   * A sampled stack.
   *
   * @param frames its frames, innermost first
   * @param truncated whether the stack is deeper than the recording
   */
  record SampledStack(List<Frame> frames, boolean truncated) {

    /**
     * Row of samples in Tare's own code: the generated loop and what consumes the results. The JVM
     * may place samples of code there that the JIT has inlined into the loop.
     */
    static final String LOOP = "in the loop of calls, or inlined into it";

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
     * line, with the method that this line calls; otherwise the innermost method, with the
     * innermost line of a library, if any.
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
}
