package dev.tare.internal.attach;

/** What records in the recorded JVM. */
@FunctionalInterface
interface Recorder {

  /** Stops recording, restores the classes, and returns the recording as text. */
  String stop() throws Exception;
}
