package dev.tare.internal.profile;

import dev.tare.internal.agent.SourceMap;
import dev.tare.internal.agent.TareClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/** Recording of the JVM's flight recorder. No other class refers to the module {@code jdk.jfr}. */
final class FlightRecording implements MethodRecorder.OpenRecording {

  private static final String SAMPLE = "jdk.ExecutionSample";

  /** Sampling period; the shortest that every JVM from 17 on supports. */
  private static final Duration PERIOD = Duration.ofMillis(10);

  private static final List<String> JDK_AND_TARE =
      List.of("java.", "javax.", "jdk.", "sun.", "com.sun.", "dev.tare.internal.");

  /** Prefixes of the names of other classes that call a body, or that its stub calls. */
  private static final List<String> BODY_CALLERS =
      List.of("dev.tare.internal.call.", "dev.tare.internal.plain.Lambda");

  private static final String LOOP = "in the loop that makes the calls";

  private final Recording recording;
  private final long thread;
  private final boolean prepared;
  private Instant from = Instant.MIN;

  private FlightRecording(Recording recording, long thread, boolean prepared) {
    this.recording = recording;
    this.thread = thread;
    this.prepared = prepared;
  }

  static boolean available() {
    return FlightRecorder.isAvailable();
  }

  /**
   * Starts a recording of the calling thread.
   *
   * @param prepared whether only samples of the body count
   */
  static FlightRecording start(boolean prepared) {
    Recording recording = new Recording();
    recording.setName("Tare");
    recording.enable(SAMPLE).withPeriod(PERIOD);
    recording.start();
    return new FlightRecording(recording, Thread.currentThread().getId(), prepared);
  }

  @Override
  public void dropSamples() {
    from = Instant.now();
  }

  @Override
  public HotSpots stop() throws IOException {
    recording.stop();
    Path file = Files.createTempFile("tare", ".jfr");
    try {
      recording.dump(file);
      return spots(RecordingFile.readAllEvents(file));
    } finally {
      Files.delete(file);
    }
  }

  @Override
  public void close() {
    recording.close();
  }

  private HotSpots spots(List<RecordedEvent> events) {
    Map<List<String>, Long> counts = new LinkedHashMap<>();
    long samples = 0;
    for (RecordedEvent event : events) {
      RecordedStackTrace stack = event.getStackTrace();
      if (isSample(event) && stack != null && isOfBody(knownFrames(stack))) {
        List<RecordedFrame> frames = bodyFrames(stack);
        String method = frames.isEmpty() ? LOOP : method(frames.get(0));
        counts.merge(List.of(method, line(frames)), 1L, Long::sum);
        samples++;
      }
    }
    return HotSpots.of(samples, counts);
  }

  private boolean isOfBody(List<RecordedFrame> frames) {
    return prepared
        ? frames.stream().skip(1).anyMatch(FlightRecording::callsBody)
        : !frames.isEmpty();
  }

  /**
   * Returns whether a frame is the call of the body. The JVM records the innermost 64 frames, so
   * deeper stacks do not show it.
   */
  private static boolean callsBody(RecordedFrame frame) {
    RecordedMethod method = frame.getMethod();
    return method.getName().equals(ProfiledCalls.CALL)
        && method.getType().getName().equals(ProfiledCalls.class.getName());
  }

  private boolean isSample(RecordedEvent event) {
    if (!event.getEventType().getName().equals(SAMPLE) || event.getStartTime().isBefore(from)) {
      return false;
    }
    RecordedThread sampled = event.getThread("sampledThread");
    return sampled != null && sampled.getJavaThreadId() == thread;
  }

  /** Returns the frames of a stack; that of a method whose class was unloaded has no method. */
  private static List<RecordedFrame> knownFrames(RecordedStackTrace stack) {
    return stack.getFrames().stream().filter(frame -> frame.getMethod() != null).toList();
  }

  private static List<RecordedFrame> bodyFrames(RecordedStackTrace stack) {
    List<RecordedFrame> frames = knownFrames(stack);
    List<String> types =
        frames.stream().map(frame -> frame.getMethod().getType().getName()).toList();
    return frames.subList(0, bodyFrameCount(types, stack.isTruncated()));
  }

  /**
   * Returns the number of innermost frames that belong to the body; 0 if Tare's own code was
   * sampled.
   *
   * @param types classes of the frames, innermost first
   * @param truncated whether the stack is deeper than the recording, so that all recorded frames
   *     may belong to the body
   */
  static int bodyFrameCount(List<String> types, boolean truncated) {
    for (int i = 0; i < types.size(); i++) {
      String type = types.get(i);
      if (TareClasses.isStub(type) || BODY_CALLERS.stream().anyMatch(type::startsWith)) {
        return i;
      }
      if (type.equals(JfrSampling.class.getName())) {
        return 0; // code of the profiler, not of the body
      }
    }
    return truncated ? types.size() : 0;
  }

  private static String method(RecordedFrame frame) {
    RecordedMethod method = frame.getMethod();
    return "in " + method.getType().getName() + "." + method.getName() + "()";
  }

  /** Returns the innermost line of the application; empty if there is none. */
  private static String line(List<RecordedFrame> frames) {
    return frames.stream()
        .filter(RecordedFrame::isJavaFrame)
        .filter(frame -> isOfApplicationOrLibrary(frame.getMethod().getType().getName()))
        .findFirst()
        .map(FlightRecording::text)
        .orElse("");
  }

  private static boolean isOfApplicationOrLibrary(String type) {
    return JDK_AND_TARE.stream().noneMatch(type::startsWith);
  }

  private static String text(RecordedFrame frame) {
    RecordedMethod method = frame.getMethod();
    String type = method.getType().getName();
    return text(type, method.getName(), frame.getLineNumber());
  }

  /**
   * Returns a frame as text: {@code Cart.total():12}, without the line if it is beyond the end of
   * the file.
   */
  static String text(String type, String method, int lineNumber) {
    return "%s.%s()%s"
        .formatted(
            type.substring(type.lastIndexOf('.') + 1).replace('$', '.'),
            method,
            SourceMap.isBeyondFile(type, lineNumber) ? "" : ":" + lineNumber);
  }
}
