package dev.tare.internal.launch;

import dev.tare.extension.Configuration;
import dev.tare.extension.ConfigurationKey;
import dev.tare.extension.TareConfigurationException;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apiguardian.api.API;

/**
 * Configuration keys of Tare and JUnit: refuses unknown keys of Tare and copies the keys for a
 * forked test.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class SuiteKeys {

  /** Keys that keep a forked JVM serial and silent, since the parent JVM reports its verdict. */
  private static final List<String> FALSE_IN_FORK =
      List.of(
          "junit.jupiter.execution.parallel.enabled",
          "junit.platform.reporting.open.xml.enabled",
          ConfigurationKey.CENSUS.key(),
          ConfigurationKey.PROVE.key());

  private static final List<ConfigurationKey> NONE_IN_FORK =
      List.of(
          ConfigurationKey.LOCK_DIRECTORY,
          ConfigurationKey.PRINT,
          ConfigurationKey.REPORT_DIRECTORY);

  private static final String PREFIX = "tare.";

  /** Prefix of the keys that Tare sets in a forked JVM. */
  private static final String FORK_PREFIX = "tare.fork.";

  private SuiteKeys() {}

  /**
   * Refuses keys with the prefix of Tare that Tare does not have, since they would have no effect.
   *
   * @param keys the names of all keys that are set
   * @throws TareConfigurationException if there is such a key
   */
  public static void refuseUnknown(Collection<String> keys, Configuration configuration) {
    List<String> known = tareKeys();
    for (String key : new TreeSet<>(keys)) {
      if (key.startsWith(PREFIX) && !known.contains(key) && !key.startsWith(FORK_PREFIX)) {
        String assignment = key + configuration.text(key).map(value -> " = " + value).orElse("");
        throw new TareConfigurationException(
            "%s: there is no such key; use one of %s"
                .formatted(assignment, String.join(", ", known)));
      }
    }
  }

  /**
   * Returns the keys for a test that runs alone in a forked JVM: those of Jupiter and of Tare that
   * are set in the run of the test, with all output switched off.
   */
  public static Map<String, String> forForkedTest(String uniqueId, Configuration configuration) {
    Map<String, String> keys = new LinkedHashMap<>();
    for (String key : ofRun(uniqueId)) {
      if (key.startsWith(PREFIX) || key.startsWith("junit.jupiter.")) {
        configuration.text(key).ifPresent(value -> keys.put(key, value));
      }
    }
    FALSE_IN_FORK.forEach(key -> keys.put(key, "false"));
    NONE_IN_FORK.forEach(key -> keys.put(key.key(), "none"));
    return keys;
  }

  /**
   * Returns the names of all keys that are set; without a launcher's run, only system properties.
   *
   * @param uniqueId the unique id of a test of the run
   */
  public static Collection<String> ofRun(String uniqueId) {
    return LauncherRun.of(uniqueId)
        .map(LauncherRun::keys)
        .orElseGet(() -> System.getProperties().stringPropertyNames());
  }

  private static List<String> tareKeys() {
    return Arrays.stream(ConfigurationKey.values()).map(ConfigurationKey::key).sorted().toList();
  }
}
