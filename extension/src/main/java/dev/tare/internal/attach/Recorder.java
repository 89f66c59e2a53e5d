package dev.tare.internal.attach;

import java.lang.instrument.Instrumentation;

/** What records in the recorded JVM, and returns the recording as text. */
interface Recorder extends AutoCloseable {

  /** Prepares for recording, and weaves the selected classes if there are any. */
  static Recorder open(Instrumentation granted, RecordingOptions options) throws RefusedException {
    return options.mode() == RecordingMode.HISTOGRAM
        ? new HistogramRecorder(options)
        : CodeRecorder.open(granted, options);
  }

  void start();

  /** Stops recording. */
  String stop();

  /** Restores the classes. */
  @Override
  void close();
}
