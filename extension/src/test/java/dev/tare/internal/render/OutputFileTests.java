package dev.tare.internal.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.internal.render.OutputFile.Opener;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFileTests {

  /** Fails to replace a file that exists, as Windows does while another program reads it. */
  private static final Opener WINDOWS =
      new Opener() {
        @Override
        public RandomAccessFile open(Path path) throws IOException {
          return Opener.DISK.open(path);
        }

        @Override
        public void replace(Path part, Path file) throws IOException {
          throw new AccessDeniedException(part.toString(), file.toString(), null);
        }
      };

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void writeFile() throws IOException {
    file = folder.resolve("report.html");
    OutputFile.write(file, "a long text", Opener.DISK);
  }

  @Test
  void fileIsReplaced() throws IOException {
    OutputFile.write(file, "text", Opener.DISK);

    assertThat(file).hasContent("text");
    assertThat(folder).isDirectoryContaining(file::equals).isDirectoryNotContaining("glob:**.part");
  }

  @Test
  void fileThatAnotherProgramReadsIsWrittenDirectly() throws IOException {
    OutputFile.write(file, "text", WINDOWS);

    assertThat(file).hasContent("text");
    assertThat(folder).isDirectoryNotContaining("glob:**.part");
  }

  @Test
  void fileThatCannotBeWrittenEitherIsReported() throws IOException {
    Path inAFile = file.resolve("report.html");
    Path part = Files.createFile(folder.resolve("part"));
    Opener opener =
        new Opener() {
          @Override
          public RandomAccessFile open(Path path) throws IOException {
            return Opener.DISK.open(part);
          }

          @Override
          public void replace(Path from, Path to) throws IOException {
            WINDOWS.replace(from, to);
          }
        };

    assertThatThrownBy(() -> OutputFile.write(inAFile, "text", opener))
        .isInstanceOf(AccessDeniedException.class);
    assertThat(file).hasContent("a long text");
  }
}
