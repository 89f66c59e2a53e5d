package dev.tare.internal.fork;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.agent.record.OptimizerHold;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Requests to fresh JVMs. Changes the system properties of this JVM. */
@Isolated
class ForkRequestTests {

  @TempDir private Path folder;

  /**
   * Returns the properties to set in a fresh JVM if this JVM has a further property.
   *
   * @param existing the properties that the fresh JVM has
   */
  private Map<String, String> propertiesToSet(Properties existing, String key, String value)
      throws IOException {
    String before = System.getProperty(key);
    System.setProperty(key, value);
    try {
      Path request = folder.resolve("request");
      ForkRequest.write(new ForkedTest("id", Map.of()), request, folder.resolve("reply"));
      return ForkRequest.read(request).systemProperties(existing);
    } finally {
      if (before == null) {
        System.clearProperty(key);
      } else {
        System.setProperty(key, before);
      }
    }
  }

  private static Properties properties(String key, String value) {
    Properties properties = new Properties();
    properties.setProperty(key, value);
    return properties;
  }

  @Test
  void suitePropertiesWithJvmPrefixesArePassedOn() throws IOException {
    for (String key :
        new String[] {
          "file.upload.dir", "path.to.data", "os.images", "line.width", "java.net.useSystemProxies"
        }) {
      assertThat(propertiesToSet(new Properties(), key, "mine")).containsEntry(key, "mine");
    }
  }

  @Test
  void propertiesOfTheFreshJvmAreKept() throws IOException {
    assertThat(propertiesToSet(properties("os.name", "Linux"), "os.name", "Plan 9"))
        .doesNotContainKey("os.name");
    assertThat(propertiesToSet(properties("java.class.path", "a.jar"), "java.class.path", "b.jar"))
        .doesNotContainKey("java.class.path");
  }

  @Test
  void otherPropertiesArePassedOn() throws IOException {
    assertThat(propertiesToSet(properties("user.language", "en"), "user.language", "tr"))
        .containsEntry("user.language", "tr");
    assertThat(propertiesToSet(properties("java.io.tmpdir", "/tmp"), "java.io.tmpdir", "/var/tmp"))
        .containsEntry("java.io.tmpdir", "/var/tmp");
  }

  @Test
  void startupPropertiesAreNotPassedOn() throws IOException {
    assertThat(propertiesToSet(new Properties(), "jdk.module.main", "some.module"))
        .doesNotContainKeys("jdk.module.main", "sun.java.command", "java.vm.info");
  }

  @Test
  void whetherThisJvmHoldsItsOptimizerIsNotPassedOn() throws IOException {
    assertThat(propertiesToSet(new Properties(), OptimizerHold.class.getName(), ""))
        .doesNotContainKey(OptimizerHold.class.getName());
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
