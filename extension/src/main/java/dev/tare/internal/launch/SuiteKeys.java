package dev.tare.internal.launch;

import dev.tare.extension.Configuration;
import dev.tare.extension.TareConfigurationException;
import dev.tare.internal.fork.ForkedTest;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * Configuration keys of Tare and JUnit: refuses mistyped keys and copies the keys for a forked
 * test.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class SuiteKeys {

  // JUnit gives an extension the value of a key, but not the names of all keys. These are from
  // org.junit.jupiter.engine.Constants of 6.1; older versions ignore unknown keys.
  private static final List<String> JUPITER_KEYS =
      List.of(
          "junit.jupiter.conditions.deactivate",
          "junit.jupiter.displayname.generator.default",
          "junit.jupiter.extensions.autodetection.enabled",
          "junit.jupiter.extensions.autodetection.include",
          "junit.jupiter.extensions.autodetection.exclude",
          "junit.jupiter.extensions.testinstantiation.extensioncontextscope.default",
          "junit.jupiter.testinstance.lifecycle.default",
          "junit.jupiter.testmethod.order.default",
          "junit.jupiter.testclass.order.default",
          "junit.jupiter.tempdir.cleanup.mode.default",
          "junit.jupiter.tempdir.factory.default",
          "junit.jupiter.execution.timeout.mode",
          "junit.jupiter.execution.timeout.default",
          "junit.jupiter.execution.timeout.testable.method.default",
          "junit.jupiter.execution.timeout.test.method.default",
          "junit.jupiter.execution.timeout.testtemplate.method.default",
          "junit.jupiter.execution.timeout.testfactory.method.default",
          "junit.jupiter.execution.timeout.lifecycle.method.default",
          "junit.jupiter.execution.timeout.beforeall.method.default",
          "junit.jupiter.execution.timeout.beforeeach.method.default",
          "junit.jupiter.execution.timeout.aftereach.method.default",
          "junit.jupiter.execution.timeout.afterall.method.default");

  /** Keys that keep a forked JVM serial and silent, since the parent JVM reports its verdict. */
  private static final Map<String, String> FORK_OVERRIDES =
      Map.of(
          "junit.jupiter.execution.parallel.enabled",
          "false",
          "junit.platform.reporting.open.xml.enabled",
          "false",
          Configuration.CENSUS,
          "false",
          Configuration.LOCK_DIRECTORY,
          "none",
          Configuration.EXPORT,
          "none",
          Configuration.PRINT,
          "none",
          Configuration.REPORT_DIRECTORY,
          "none");

  /** Keys of earlier snapshots, each with its present name. */
  private static final Map<String, String> FORMER_KEYS =
      Map.of(
          "tare.maxTime", Configuration.MEASUREMENT_TIME,
          "tare.maxWarmup", Configuration.WARMUP_TIME);

  private static final String PREFIX = "tare";

  /** Largest edit distance at which a key counts as mistyped. */
  private static final int MAX_DISTANCE = 2;

  /** Shortest prefix of a real key that counts as mistyped. */
  private static final int SHORTEST_PREFIX = "tare.xxx".length();

  private SuiteKeys() {}

  /**
   * Refuses keys that resemble one of Tare's keys, present or former, since they would have no
   * effect. Other keys with the prefix may belong to custom metrics.
   *
   * @param keys the names of all keys that are set
   * @throws TareConfigurationException if a key is within two letters of such a key, or a prefix of
   *     one
   */
  public static void refuseMistyped(Collection<String> keys, Configuration configuration) {
    List<String> realKeys = tareKeys();
    List<String> knownKeys =
        Stream.concat(realKeys.stream(), FORMER_KEYS.keySet().stream()).toList();
    for (String key : new TreeSet<>(keys)) {
      if (lower(key).startsWith(PREFIX)
          && !realKeys.contains(key)
          && !key.equals(ForkedTest.REPLY)) {
        knownKeys.stream()
            .filter(known -> isMistyped(lower(key), lower(known)))
            .min(Comparator.comparingInt(known -> EditDistance.between(key, known)))
            .ifPresent(
                known -> {
                  throw mistyped(key, FORMER_KEYS.getOrDefault(known, known), configuration);
                });
      }
    }
  }

  private static boolean isMistyped(String key, String knownKey) {
    return EditDistance.between(key, knownKey) <= MAX_DISTANCE
        || (key.length() >= SHORTEST_PREFIX && knownKey.startsWith(key));
  }

  private static TareConfigurationException mistyped(
      String key, String realKey, Configuration configuration) {
    String assignment = key + configuration.text(key).map(value -> " = " + value).orElse("");
    return new TareConfigurationException(
        assignment + ": there is no such key; did you mean " + realKey + "?");
  }

  private static String lower(String key) {
    return key.toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the keys for a test that runs alone in a forked JVM: those that are set in this JVM,
   * with all output switched off.
   */
  public static Map<String, String> forForkedTest(Configuration configuration) {
    Map<String, String> keys = new LinkedHashMap<>();
    for (String key : JUPITER_KEYS) {
      configuration.text(key).ifPresent(value -> keys.put(key, value));
    }
    for (String key : tareKeys()) {
      configuration.text(key).ifPresent(value -> keys.put(key, value));
    }
    keys.putAll(FORK_OVERRIDES);
    return keys;
  }

  private static List<String> tareKeys() {
    return Arrays.stream(Configuration.class.getFields())
        .filter(field -> field.getType() == String.class)
        .map(field -> ReflectionSupport.tryToReadFieldValue(field, null).toOptional())
        .flatMap(Optional::stream)
        .map(String::valueOf)
        .toList();
  }
}
