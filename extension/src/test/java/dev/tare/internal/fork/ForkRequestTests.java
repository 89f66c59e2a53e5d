package dev.tare.internal.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests to fresh JVMs. Changes the system properties of this JVM. */
@Isolated
class ForkRequestTests {

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    // users set properties with prefixes of the JVM's own, too
    "file.upload.dir, , true",
    "path.to.data, , true",
    "os.images, , true",
    "line.width, , true",
    "java.net.useSystemProxies, , true",
    // the fresh JVM has its own
    "os.name, Linux, false",
    "java.class.path, a.jar, false",
    "user.language, en, true",
    "java.io.tmpdir, /tmp, true",
    // how this JVM was started, and whether its optimizer is off
    "jdk.module.main, , false",
    "sun.java.command, , false",
    "java.vm.info, , false",
    "dev.tare.internal.agent.jit.OptimizerHold, , false"
  })
  void propertiesOfTheSuiteArePassedOnUnlessTheyAreOfOneJvm(
      String key, @Nullable String existing, boolean passed) throws IOException {
    Properties ofTheFreshJvm = new Properties();
    if (existing != null) {
      ofTheFreshJvm.setProperty(key, existing);
    }
    Properties before = (Properties) System.getProperties().clone();
    System.setProperty(key, "mine");
    Path request = folder.resolve("request");
    try {
      ForkRequest.write(new ForkedTest("id", Map.of()), request, folder.resolve("reply"));
    } finally {
      System.setProperties(before);
    }

    assertThat(ForkRequest.read(request).systemProperties(ofTheFreshJvm).get(key))
        .isEqualTo(passed ? "mine" : null);
  }

  @Test
  void requestNamesTheTestAndItsParameters() throws IOException {
    Path file = folder.resolve("request");
    Path reply = folder.resolve("reply");
    ForkRequest.write(new ForkedTest("[engine:e]", Map.of("a.key", "a value")), file, reply);
    ForkRequest request = ForkRequest.read(file);

    assertThat(request.uniqueId()).isEqualTo("[engine:e]");
    assertThat(request.reply()).isEqualTo(reply);
    assertThat(request.parameters())
        .containsOnly(Map.entry("a.key", "a value"), Map.entry(ForkedTest.REPLY, reply.toString()));
  }
}
