package dev.tare.internal.attach;

import java.util.Locale;

/** What a recording measures in the chosen classes and methods. */
enum RecordingMode {
  /** The bytes that their lines allocate. */
  ALLOCATIONS,
  /** Their calls, with times. */
  CALLS;

  /**
   * Parses {@code allocations} or {@code calls}.
   *
   * @throws IllegalArgumentException if it is neither; the message quotes the option
   */
  static RecordingMode parse(String option, String value) {
    for (RecordingMode mode : values()) {
      if (mode.text().equals(value)) {
        return mode;
      }
    }
    throw new IllegalArgumentException(
        "'%s': unknown mode '%s'; use allocations or calls, for example mode=calls"
            .formatted(option, value));
  }

  /** Returns the text that {@link #parse} accepts. */
  String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
