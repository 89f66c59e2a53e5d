package dev.tare.internal.attach;

/** Exit codes of the command, from 0. They are documented and do not change. */
enum ExitCode {
  DONE,
  FAILED,
  USAGE,
  NO_PROCESS,
  NOT_ATTACHED,
  NO_CLASS,
  ENDED,
  BUSY;

  int code() {
    return ordinal();
  }
}
