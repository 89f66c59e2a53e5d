package dev.tare.internal.render;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Files with rendered text, which are complete or absent. */
public final class OutputFile {

  private OutputFile() {}

  /** Creates or replaces a file with a text in UTF-8. */
  public static void write(Path file, String text) throws IOException {
    write(file, text.getBytes(UTF_8));
  }

  /**
   * Creates or replaces a file. The text is written to another file beside it, which is then
   * renamed: neither a full disk nor the end of the process leaves a part of the text, and two JVMs
   * or threads that write the same file do not mix their texts. A link, pipe or device is written
   * directly.
   */
  public static void write(Path file, byte[] text) throws IOException {
    if (Files.exists(file) && !isReplaceable(file)) {
      write(file, text, false);
      return;
    }
    String writer = ProcessHandle.current().pid() + "-" + Thread.currentThread().getId();
    Path part = file.resolveSibling(file.getFileName() + "." + writer + ".part");
    try {
      write(part, text, false);
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  /**
   * Appends to a file in one write, so that processes that append at the same time do not mix their
   * texts; creates the file if needed.
   */
  public static void append(Path file, String text) throws IOException {
    write(file, text.getBytes(UTF_8), true);
  }

  /**
   * Writes bytes, without a channel: an interrupted thread would close it, and it would leave 4 KB
   * with the thread, which a test may measure.
   */
  private static void write(Path file, byte[] text, boolean appends) throws IOException {
    try (FileOutputStream out = new FileOutputStream(file.toFile(), appends)) {
      out.write(text);
    }
  }

  /** Returns whether a file can be replaced: a read-only one is not. */
  public static boolean isReplaceable(Path file) {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && Files.isWritable(file);
  }
}
