package dev.tare.internal.launch;

import dev.tare.internal.render.TerminalStyle;
import java.io.Console;
import java.lang.reflect.Method;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The terminal of this JVM, if standard input and output are one. */
final class Terminal {

  private static final String BLOCKS = "\u2588\u258f";

  private Terminal() {}

  /** Returns whether standard input and output are a terminal. */
  static boolean isPresent() {
    return isTerminal(System.console());
  }

  // since JDK 22, System.console() is not null without a terminal, and Console.isTerminal exists
  private static boolean isTerminal(@Nullable Console console) {
    if (console == null) {
      return false;
    }
    try {
      Method terminal = Console.class.getMethod("isTerminal");
      return Boolean.TRUE.equals(terminal.invoke(console));
    } catch (ReflectiveOperationException e) {
      return true;
    }
  }

  /** Returns what the terminal of this JVM can show. */
  static TerminalStyle style() {
    return isPresent()
        ? style(
            System.getenv(),
            System.getProperty(
                "stdout.encoding",
                System.getProperty("sun.stdout.encoding", Charset.defaultCharset().name())))
        : TerminalStyle.PLAIN;
  }

  /**
   * Returns what a terminal can show.
   *
   * @param environment the environment variables; <a href="https://no-color.org">NO_COLOR</a>
   *     switches colours off
   * @param encoding the name of its charset
   */
  static TerminalStyle style(Map<String, String> environment, String encoding) {
    String type = environment.getOrDefault("TERM", "");
    // consoles of Windows have no TERM, and only the newer one follows the codes
    boolean followsCodes =
        environment.containsKey("WT_SESSION") || (!type.isEmpty() && !type.equals("dumb"));
    return new TerminalStyle(
        canEncode(encoding), followsCodes && environment.getOrDefault("NO_COLOR", "").isEmpty());
  }

  private static boolean canEncode(String encoding) {
    try {
      return Charset.forName(encoding).newEncoder().canEncode(BLOCKS);
    } catch (IllegalCharsetNameException
        | UnsupportedCharsetException
        | UnsupportedOperationException e) { // the last one of charsets that only decode
      return false;
    }
  }
}
