package dev.tare.internal.agent.record;

/**
 * Records the bytes that one thread allocates in class loading and linkage between start and stop.
 */
public final class LoadRecording {

  private final Object recorder;

  LoadRecording(Class<?> recorder, Number counter) throws ReflectiveOperationException {
    this.recorder =
        recorder
            .getConstructor(Thread.class, Number.class)
            .newInstance(Thread.currentThread(), counter);
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
    ((Runnable) recorder).run();
  }

  /** Stops. */
  public void stop() {
    try {
      ((AutoCloseable) recorder).close();
    } catch (Exception e) {
      throw new IllegalStateException(e); // the recorder's close() throws no checked exception
    }
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
    try {
      long[] found = (long[]) recorder.getClass().getMethod("found").invoke(recorder);
      return new Part(found[at], found[at + 1]);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e); // the copy's methods are public
    }
  }
}
