package dev.tare.internal.fork;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** File with the test that a fresh JVM runs, its parameters and the system properties. */
final class ForkRequest {

  private static final String TEST = "test";
  private static final String PARAMETER = "parameter.";
  private static final String PROPERTY = "property.";

  /**
   * Prefixes of the properties that a JVM sets about itself and its machine; users set properties
   * with these prefixes too. The JVM's own properties differ between releases, so the fresh JVM
   * keeps the value of each one that it has, except for the folder of temporary files. The others
   * are passed on. Properties that are read only when a JVM starts, such as java.security.manager,
   * are passed as options anyway.
   */
  private static final List<String> JVM_PREFIXES =
      List.of(
          "java.", "sun.", "jdk.", "os.", "file.", "path.", "line.", "native.", "stdin.", "stdout.",
          "stderr.");

  /** Prefixes of properties that describe how one JVM was started, and are not passed on. */
  private static final List<String> STARTUP_PREFIXES =
      List.of("dev.tare.internal.", "java.vm.", "jdk.launcher.", "jdk.module.", "sun.java.");

  /** Property that a JVM sets, but that builds override; always passed on. */
  private static final String TEMPORARY_FILES = "java.io.tmpdir";

  private final Properties entries;

  private ForkRequest(Properties entries) {
    this.entries = entries;
  }

  static void write(ForkedTest test, Path file, Path reply) throws IOException {
    Properties entries = new Properties();
    entries.setProperty(TEST, test.uniqueId());
    test.parameters().forEach((key, value) -> entries.setProperty(PARAMETER + key, value));
    entries.setProperty(PARAMETER + ForkedTest.REPLY, reply.toString());
    Properties system = System.getProperties();
    system.stringPropertyNames().stream()
        .filter(key -> STARTUP_PREFIXES.stream().noneMatch(key::startsWith))
        .forEach(key -> entries.setProperty(PROPERTY + key, system.getProperty(key, "")));
    try (Writer writer = Files.newBufferedWriter(file)) {
      entries.store(writer, null);
    }
  }

  static ForkRequest read(Path file) throws IOException {
    Properties entries = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      entries.load(reader);
    }
    return new ForkRequest(entries);
  }

  String uniqueId() {
    return entries.getProperty(TEST, "");
  }

  Path reply() {
    return Path.of(entries.getProperty(PARAMETER + ForkedTest.REPLY, ""));
  }

  Map<String, String> parameters() {
    return withPrefix(PARAMETER);
  }

  /**
   * Returns the system properties to set in the fresh JVM.
   *
   * @param existing the properties that the fresh JVM has
   */
  Map<String, String> systemProperties(Properties existing) {
    Map<String, String> properties = withPrefix(PROPERTY);
    properties.keySet().removeIf(key -> isSetByJvm(key) && existing.getProperty(key) != null);
    return properties;
  }

  private static boolean isSetByJvm(String key) {
    return !key.equals(TEMPORARY_FILES) && JVM_PREFIXES.stream().anyMatch(key::startsWith);
  }

  private Map<String, String> withPrefix(String prefix) {
    Map<String, String> found = new HashMap<>();
    for (String key : entries.stringPropertyNames()) {
      if (key.startsWith(prefix)) {
        found.put(key.substring(prefix.length()), entries.getProperty(key, ""));
      }
    }
    return found;
  }
}
