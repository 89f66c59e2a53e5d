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
import org.apiguardian.api.API;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * The configuration under which a test runs, as far as it is known: JUnit lets an extension ask for
 * a key, not for all keys.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class SuiteKeys {

  // JUnit Jupiter 6.1, org.junit.jupiter.engine.Constants; what an older one does not know, it
  // ignores
  private static final List<String> JUPITER =
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

  /** One test, whose verdict is another JVM's, says nothing and writes nothing. */
  private static final Map<String, String> ALONE =
      Map.of(
          "junit.jupiter.execution.parallel.enabled",
          "false",
          "junit.platform.reporting.open.xml.enabled",
          "false",
          Configuration.PRINT,
          "none",
          Configuration.PROGRESS,
          "none",
          Configuration.REPORT_DIRECTORY,
          "none");

  private static final String PREFIX = "tare";

  /** Letters by which a mistyped key differs from a real one at most. */
  private static final int MISTYPED = 2;

  /** A shorter text says too little to be the beginning of a key. */
  private static final int SHORTEST_BEGINNING = "tare.xxx".length();

  private SuiteKeys() {}

  /**
   * Refuses keys that look like one of Tare's and are none, since they would have no effect. Other
   * keys with the prefix may belong to metrics of others.
   *
   * @param keys the names of all keys that are set
   * @throws TareConfigurationException if one is within two letters of a real key, or its beginning
   */
  public static void refuseMistyped(Collection<String> keys, Configuration configuration) {
    List<String> known = ofTare();
    for (String key : new TreeSet<>(keys)) {
      if (lower(key).startsWith(PREFIX) && !known.contains(key) && !key.equals(ForkedTest.REPLY)) {
        known.stream()
            .filter(real -> isMistyped(lower(key), lower(real)))
            .min(Comparator.comparingInt(real -> EditDistance.between(key, real)))
            .ifPresent(
                real -> {
                  throw mistyped(key, real, configuration);
                });
      }
    }
  }

  private static boolean isMistyped(String key, String real) {
    return EditDistance.between(key, real) <= MISTYPED
        || (key.length() >= SHORTEST_BEGINNING && real.startsWith(key));
  }

  private static TareConfigurationException mistyped(
      String key, String real, Configuration configuration) {
    String set = key + configuration.text(key).map(value -> " = " + value).orElse("");
    return new TareConfigurationException(
        set + ": there is no such key; did you mean " + real + "?");
  }

  private static String lower(String key) {
    return key.toLowerCase(Locale.ROOT);
  }

  /** The keys that are set, for one test that is to run alone and unheard in another JVM. */
  public static Map<String, String> forOneTest(Configuration configuration) {
    Map<String, String> keys = new LinkedHashMap<>();
    for (String key : JUPITER) {
      configuration.text(key).ifPresent(value -> keys.put(key, value));
    }
    for (String key : ofTare()) {
      configuration.text(key).ifPresent(value -> keys.put(key, value));
    }
    keys.putAll(ALONE);
    return keys;
  }

  private static List<String> ofTare() {
    return Arrays.stream(Configuration.class.getFields())
        .filter(field -> field.getType() == String.class)
        .map(field -> ReflectionSupport.tryToReadFieldValue(field, null).toOptional())
        .flatMap(Optional::stream)
        .map(String::valueOf)
        .toList();
  }
}
