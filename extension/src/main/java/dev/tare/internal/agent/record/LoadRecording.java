package dev.tare.internal.agent.record;

/** What one thread allocates in class loading and linkage between start and stop. */
public final class LoadRecording {

  private final Object recorder;

  LoadRecording(Class<?> recorder, Number counter) throws ReflectiveOperationException {
    this.recorder =
        recorder
            .getConstructor(Thread.class, Number.class)
            .newInstance(Thread.currentThread(), counter);
  }

  /**
   * Bytes, and how often.
   *
   * @param bytes headers and padding included
   * @param count how many classes were defined, or how often something was linked
   */
  public record Part(long bytes, long count) {}

  /**
   * Starts from nothing, on the thread that made this; it can be started again.
   *
   * @throws IllegalStateException if another recording is under way in this JVM
   */
  public void start() {
    ((Runnable) recorder).run();
  }

  /** Stops. */
  public void stop() {
    try {
      ((AutoCloseable) recorder).close();
    } catch (Exception e) {
      throw new IllegalStateException(e); // the recorder declares nothing
    }
  }

  /** What class loaders allocated, and how many classes they defined. */
  public Part loaded() {
    return part(0);
  }

  /** What linking allocated beside the classes that were loaded for it, and how often it linked. */
  public Part linked() {
    return part(2);
  }

  private Part part(int at) {
    try {
      long[] found = (long[]) recorder.getClass().getMethod("found").invoke(recorder);
      return new Part(found[at], found[at + 1]);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e); // its copy is as public as itself
    }
  }
}
