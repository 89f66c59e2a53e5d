package dev.tare.internal.fork;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A file with the arguments of the launcher {@code java}, since a class path can be longer than a
 * command line may be.
 */
final class ArgumentFile {

  private ArgumentFile() {}

  /** Writes each argument to a line. */
  static void write(Path file, List<String> arguments, Charset charset) throws IOException {
    String text =
        arguments.stream().map(argument -> quoted(argument) + "\n").collect(Collectors.joining());
    Files.write(file, text.getBytes(charset));
  }

  /**
   * Returns the charset of names of files. The launcher reads the file with it, which on Windows is
   * not UTF-8.
   */
  static Charset systemCharset() {
    return Charset.forName(System.getProperty("sun.jnu.encoding", Charset.defaultCharset().name()));
  }

  // java(1), "java Command-Line Argument Files"
  private static String quoted(String argument) {
    return '"' + argument.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
