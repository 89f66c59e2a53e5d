package dev.tare.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AllocationTests {

  // The array is 16 bytes of header and 1,000 of content; with class pointers of full length the
  // header is longer, and the sum is rounded up to 1,024.
  @ParameterizedTest
  @CsvSource({
    "-XX:+UseG1GC, 1016",
    "-XX:+UseSerialGC, 1016",
    "-XX:+UseZGC, 1016",
    "-Xint, 1016",
    "-XX:-UseCompressedClassPointers, 1024"
  })
  void callsAddNoAllocationFromTheFirstCallOn(String option, String bytesOfArray) throws Exception {
    List<String> lines = readings(option);
    assertThat(lines).hasSize(AllocationProbe.BODY_COUNT);
    for (String line : lines) {
      String name = line.substring(0, line.indexOf(' '));
      List<String> readings = List.of(line.substring(name.length() + 1).split(" "));
      String expected = name.equals("thousandBytes") ? bytesOfArray : "0";
      assertThat(readings).as("%s %s", option, name).hasSize(2 * AllocationProbe.READINGS);
      assertThat(readings)
          .as("%s %s", option, name)
          .filteredOn(reading -> !reading.equals(expected))
          // once in some hundred calls the JVM allocates 200 to 300 bytes of its own: it compiles
          .hasSizeLessThanOrEqualTo(option.equals("-Xint") ? 0 : 2);
    }
  }

  private static List<String> readings(String option) throws Exception {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Process probe =
        new ProcessBuilder(
                java.toString(),
                option,
                "-cp",
                System.getProperty("java.class.path"),
                AllocationProbe.class.getName())
            .redirectError(Redirect.INHERIT)
            .start();
    String output = new String(probe.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(probe.waitFor()).as(output).isZero();
    // The JVM may print its own warnings among them.
    return output.lines().filter(line -> line.matches("\\w+( -?\\d+)+")).toList();
  }
}
