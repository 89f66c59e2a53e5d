package dev.tare.internal.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFileTests {

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void writeFile() throws IOException {
    file = folder.resolve("report.html");
    OutputFile.write(file, "a long text");
  }

  @Test
  void fileIsReplaced() throws IOException {
    OutputFile.write(file, "text");

    assertThat(file).hasContent("text");
    assertThat(folder).isDirectoryContaining(file::equals).isDirectoryNotContaining("glob:**.part");
  }

  @Test
  void fileThatCannotBeWrittenLeavesNoPart() throws IOException {
    Path occupied = folder.resolve("page");
    Files.createDirectories(occupied.resolve("inside"));

    assertThatThrownBy(() -> OutputFile.write(occupied, new byte[1]))
        .isInstanceOf(IOException.class);
    assertThat(folder).isDirectoryNotContaining("glob:**.part");
  }
}
