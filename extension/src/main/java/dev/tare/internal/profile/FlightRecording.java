package dev.tare.internal.profile;

import dev.tare.internal.profile.HotSpots.Spot;
import dev.tare.internal.profile.SampledStack.Frame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/** Recording of the JVM's flight recorder. No other class refers to the module {@code jdk.jfr}. */
final class FlightRecording implements JfrSampling.OpenRecording {

  private static final String SAMPLE = "jdk.ExecutionSample";

  /** Sampling period; the shortest that every JVM from 17 on supports. */
  private static final Duration PERIOD = Duration.ofMillis(10);

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
    recording.start();
    return new FlightRecording(recording, Thread.currentThread().getId(), prepared, application);
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
    Map<Spot, Long> counts = new LinkedHashMap<>();
    for (RecordedEvent event : events) {
      RecordedStackTrace stack = event.getStackTrace();
      if (stack != null && isSample(event)) {
        // a frame of a method whose class was unloaded has no method
        List<Frame> frames =
            stack.getFrames().stream()
                .filter(frame -> frame.getMethod() != null)
                .map(FlightRecording::frame)
                .toList();
        if (isOfBody(frames)) {
          SampledStack sampled = new SampledStack(frames, stack.isTruncated());
          counts.merge(sampled.place(application), 1L, Long::sum);
        }
      }
    }
    return new HotSpots(counts);
  }

  private boolean isSample(RecordedEvent event) {
    if (!event.getEventType().getName().equals(SAMPLE) || event.getStartTime().isBefore(from)) {
      return false;
    }
    RecordedThread sampled = event.getThread("sampledThread");
    return sampled != null && sampled.getJavaThreadId() == thread;
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
}
