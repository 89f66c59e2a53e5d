package dev.tare.internal.render;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Files with rendered text, which are complete or absent. */
public final class OutputFile {

  private OutputFile() {}

  /** Opens a file for reading and writing, creating it if needed, and renames files. */
  @FunctionalInterface
  public interface Opener {

    /** Opens files of the disk. */
    Opener DISK = path -> new RandomAccessFile(path.toFile(), "rw");

    RandomAccessFile open(Path path) throws IOException;

    /** Renames a file so that it replaces another one. */
    default void replace(Path part, Path file) throws IOException {
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /**
   * Creates or replaces a file. The text is written to another file beside it, which is then
   * renamed: neither a full disk nor the end of the process leaves a part of the text. A link, pipe
   * or device is written directly, and a file that cannot be replaced, as on Windows while another
   * program reads it.
   */
  public static void write(Path file, String text, Opener opener) throws IOException {
    write(file, file.resolveSibling(file.getFileName() + ".part"), text.getBytes(UTF_8), opener);
  }

  /**
   * Creates or replaces a file that several JVMs or threads may write at the same time. Each has a
   * {@code .part} of its own: two writers of one file would mix their texts.
   */
  public static void writeShared(Path file, byte[] text, Opener opener) throws IOException {
    String part =
        "%s.%s-%s.part"
            .formatted(
                file.getFileName(), ProcessHandle.current().pid(), Thread.currentThread().getId());
    write(file, file.resolveSibling(part), text, opener);
  }

  private static void write(Path file, Path part, byte[] text, Opener opener) throws IOException {
    if (Files.exists(file) && !isReplaceable(file)) {
      Files.write(file, text);
      return;
    }
    try {
      try (RandomAccessFile out = opener.open(part)) {
        out.setLength(0);
        out.write(text);
      }
      replace(part, file, text, opener);
    } catch (IOException e) {
      delete(part, e);
      throw e;
    }
  }

  private static void replace(Path part, Path file, byte[] text, Opener opener) throws IOException {
    try {
      opener.replace(part, file);
    } catch (FileSystemException e) {
      try {
        Files.write(file, text);
      } catch (IOException direct) {
        e.addSuppressed(direct);
        throw e;
      }
      Files.deleteIfExists(part);
    }
  }

  /**
   * Appends to a file in one write, so that processes that append at the same time do not mix their
   * texts; creates the file if needed.
   */
  public static void append(Path file, String text) throws IOException {
    try (FileOutputStream out = new FileOutputStream(file.toFile(), true)) {
      out.write(text.getBytes(UTF_8));
    }
  }

  /** Returns whether a file can be replaced: a read-only one is not. */
  public static boolean isReplaceable(Path file) {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && Files.isWritable(file);
  }

  private static void delete(Path part, IOException reason) {
    try {
      Files.deleteIfExists(part);
    } catch (IOException e) {
      reason.addSuppressed(e);
    }
  }
}
