package dev.tare.internal.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArgumentFileTests {

  @TempDir private Path folder;

  @Test
  void pathsOfWindowsAreWrittenInItsEncoding() throws Exception {
    Path file = folder.resolve("arguments");
    Charset western = Charset.forName("windows-1252");

    ArgumentFile.write(file, List.of("-cp", "C:\\J\u00fcrgen\\a b.jar;D:\\c.jar"), western);

    assertThat(new String(Files.readAllBytes(file), western))
        .isEqualTo("\"-cp\"\n\"C:\\\\J\u00fcrgen\\\\a b.jar;D:\\\\c.jar\"\n");
  }

  @Test
  void launcherReadsTheArgumentsInTheEncodingOfTheSystem() throws Exception {
    Path file = folder.resolve("arguments");
    Path out = folder.resolve("out");
    String value = "a \\ \"b\" " + new String("\u00fc".getBytes(charset()), charset());

    ArgumentFile.write(
        file,
        List.of("-cp", System.getProperty("java.class.path"), "-Dvalue=" + value, main()),
        charset());

    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process process = new ProcessBuilder(java, "@" + file).redirectOutput(out.toFile()).start();
    assertThat(process.waitFor(30, TimeUnit.MINUTES)).isTrue();
    assertThat(out).content(charset()).isEqualTo(value);
  }

  private static Charset charset() {
    return ArgumentFile.systemCharset();
  }

  private static String main() {
    return Echo.class.getName();
  }

  /** Program that prints a system property. */
  public static final class Echo {

    private Echo() {}

    public static void main(String[] arguments) throws Exception {
      System.out.write(System.getProperty("value").getBytes(charset()));
      System.out.flush();
    }
  }
}
