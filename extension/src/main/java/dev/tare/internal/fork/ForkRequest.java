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

/** File with the test that the fresh JVM runs, its parameters and the system properties. */
final class ForkRequest {

  private static final String TEST = "test";
  private static final String PARAMETER = "parameter.";
  private static final String PROPERTY = "property.";

  // Users also set properties with these prefixes, and the JVM's own ones differ between releases.
  // So the fresh JVM keeps those that it already has. Properties that are read only when a JVM
  // starts, such as java.security.manager, are passed as options anyway.

  /** Prefixes of the properties that a JVM sets about itself and its machine, and others. */
  private static final List<String> OF_THE_JVM =
      List.of(
          "java.", "sun.", "jdk.", "os.", "file.", "path.", "line.", "native.", "stdin.", "stdout.",
          "stderr.");

  /** Prefixes of properties that describe how one JVM was started, and are not passed on. */
  private static final List<String> OF_ONE_JVM =
      List.of(
          "java.vm.",
          "jdk.launcher.",
          "jdk.module.",
          "sun.java.",
          "sun.stdin.",
          "sun.stdout.",
          "sun.stderr.");

  /** Property that a JVM sets, but that builds override. */
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
        .filter(key -> OF_ONE_JVM.stream().noneMatch(key::startsWith))
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
   * @param own its properties so far
   */
  Map<String, String> systemProperties(Properties own) {
    Map<String, String> missing = withPrefix(PROPERTY);
    missing.keySet().removeIf(key -> isOfTheJvm(key) && own.getProperty(key) != null);
    return missing;
  }

  private static boolean isOfTheJvm(String key) {
    return !key.equals(TEMPORARY_FILES) && OF_THE_JVM.stream().anyMatch(key::startsWith);
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
