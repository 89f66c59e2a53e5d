package dev.tare.internal.agent.record;

import dev.tare.internal.agent.weave.RecorderClass;
import java.io.IOException;

/**
 * Records the bytes that one thread allocates in class loading and linkage between start and stop.
 */
public final class LoadRecording {

  private final RecorderInstance recorder;

  LoadRecording(Number counter) throws ReflectiveOperationException, IOException {
    this.recorder = new RecorderInstance(RecorderClass.LOADS, Thread.currentThread(), counter);
  }

  /**
   * The bytes of one activity and the number of times it ran.
   *
   * @param bytes headers and padding included
   * @param count the number of classes defined, or of call sites and constants linked
   */
  public record Part(long bytes, long count) {}

  /**
   * Starts at zero; must be called on the thread that created this. It can be started again.
   *
   * @throws IllegalStateException if another recording is under way in this JVM
   */
  public void start() {
    recorder.start();
  }

  /** Stops. */
  public void stop() {
    recorder.stop();
  }

  /**
   * Returns the bytes that class loaders allocated, and the number of classes that they defined.
   */
  public Part loaded() {
    return part(0);
  }

  /**
   * Returns the bytes that linking allocated, without the classes loaded for it, and the number of
   * links.
   */
  public Part linked() {
    return part(2);
  }

  private Part part(int at) {
    long[] found = (long[]) recorder.call("found");
    return new Part(found[at], found[at + 1]);
  }
}
