package dev.tare.benchmark;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/** A JDK other than that of this JVM that can run these tests too. */
final class OtherJdk {

  private OtherJdk() {}

  /**
   * Returns the home of another JDK: {@code JAVA_25_HOME}, or one in the same folder as that of
   * this JVM. Aborts the test if there is none.
   */
  static Path find() {
    List<Path> homes = new ArrayList<>();
    Optional.ofNullable(System.getenv("JAVA_25_HOME")).map(Path::of).ifPresent(homes::add);
    try (Stream<Path> installed = Files.list(home().resolveSibling(""))) {
      installed.sorted().forEach(homes::add);
    } catch (IOException e) {
      homes.clear();
    }
    Optional<Path> other = homes.stream().filter(OtherJdk::canRunTests).findFirst();
    assumeTrue(other.isPresent(), "no other JDK from 17 on");
    return other.orElseThrow();
  }

  /** Returns the version of a JDK, such as {@code 17.0.15}. */
  static String version(Path home) {
    Properties release = new Properties();
    try (Reader file = Files.newBufferedReader(home.resolve("release"))) {
      release.load(file);
    } catch (IOException e) {
      return "";
    }
    return release.getProperty("JAVA_VERSION", "").replace("\"", "");
  }

  private static boolean canRunTests(Path home) {
    String version = version(home);
    return Files.isExecutable(home.resolve("bin/java"))
        && !version.isEmpty()
        && Runtime.Version.parse(version).feature() >= 17
        && Runtime.Version.parse(version).feature() != Runtime.version().feature();
  }

  private static Path home() {
    return Path.of(System.getProperty("java.home", ""));
  }

  /** Returns whether this JVM runs from a home, which may be a link. */
  static boolean isHomeOfThisJvm(String home) throws IOException {
    return Files.isSameFile(home(), Path.of(home));
  }
}
