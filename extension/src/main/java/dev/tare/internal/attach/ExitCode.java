package dev.tare.internal.attach;

/** Exit codes of the command. They are documented and do not change. */
enum ExitCode {
  DONE(0),
  FAILED(1),
  USAGE(2),
  NO_PROCESS(3),
  NOT_ATTACHED(4),
  NO_CLASS(5),
  ENDED(6),
  BUSY(7);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }
}
