package dev.tare.internal.attach;

import java.util.Locale;

/** What a recording measures in the chosen classes and methods. */
enum RecordingMode {
  /** The bytes that their lines allocate. */
  ALLOCATIONS,
  /** Their calls, with times. */
  CALLS,
  /** The live objects of all classes, at the start and at the end. */
  HISTOGRAM;

  /**
   * Parses {@code allocations}, {@code calls} or {@code histogram}.
   *
   * @throws IllegalArgumentException if it is none; the message quotes the option
   */
  static RecordingMode parse(String option, String value) {
    for (RecordingMode mode : values()) {
      if (mode.name().toLowerCase(Locale.ROOT).equals(value)) {
        return mode;
      }
    }
    throw new IllegalArgumentException(
        "'%s': unknown mode '%s'; use allocations, calls or histogram, for example mode=calls"
            .formatted(option, value));
  }
}
