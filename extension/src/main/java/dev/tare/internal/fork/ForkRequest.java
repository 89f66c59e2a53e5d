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

/** What the fresh JVM is told, as a file: the test, its parameters, the system properties. */
final class ForkRequest {

  private static final String TEST = "test";
  private static final String PARAMETER = "parameter.";
  private static final String PROPERTY = "property.";

  // Users have properties of these prefixes too, and the JDK has hundreds that a suite sets: a
  // list of those that are the JVM's own would be another one for each release. So the fresh JVM is
  // asked for its own. Those that are only read when a JVM starts, as java.security.manager, do no
  // more in it than where the suite set them; as an option it has them anyway.

  /** Among them is what a JVM knows of itself and its machine. */
  private static final List<String> OF_THE_JVM =
      List.of(
          "java.", "sun.", "jdk.", "os.", "file.", "path.", "line.", "native.", "stdin.", "stdout.",
          "stderr.");

  /** How the one JVM was started and speaks to its terminal, which need not hold for the other. */
  private static final List<String> OF_ONE_JVM =
      List.of(
          "java.vm.",
          "jdk.launcher.",
          "jdk.module.",
          "sun.java.",
          "sun.stdin.",
          "sun.stdout.",
          "sun.stderr.");

  /** A place, which every JVM knows and builds set. */
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
   * The system properties that a JVM is to have beside its own.
   *
   * @param own those that it has
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
