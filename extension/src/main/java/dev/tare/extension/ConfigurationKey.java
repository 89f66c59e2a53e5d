package dev.tare.extension;

import dev.tare.extension.Configuration.Breakdowns;
import dev.tare.extension.Configuration.MissingWeight;
import dev.tare.extension.Configuration.Policy;
import dev.tare.extension.Configuration.Print;
import dev.tare.extension.Configuration.Weigh;
import dev.tare.internal.timing.sample.SamplingPlan;
import dev.tare.unit.Ratio;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apiguardian.api.API;

/** Keys of the suite's {@link Configuration}. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public enum ConfigurationKey {
  /**
   * {@code false}: every body runs once, nothing is judged, and one line says so. Default: {@code
   * true}.
   */
  ENABLED("tare.enabled", "true", "true or false", ConfigurationKey::parseBoolean),

  /**
   * {@code abort}: a test that could not be measured is aborted instead of failed. Default: {@code
   * fail}.
   */
  UNMEASURED("tare.unmeasured", "fail", text -> constant(Policy.class, text)),

  /** {@code fail}: an inconclusive test fails instead of being aborted. Default: {@code abort}. */
  INCONCLUSIVE("tare.inconclusive", "abort", text -> constant(Policy.class, text)),

  /**
   * {@code none}: no closing table. One table is printed per run; on the module path, one per
   * engine. Default: {@code table}.
   */
  PRINT("tare.print", "table", text -> constant(Print.class, text)),

  /**
   * Where the verdicts file, the page and the summary are written, created when needed; {@code
   * none} writes no file. Default: {@code target/tare}.
   */
  REPORT_DIRECTORY(
      "tare.report.directory",
      "target/tare",
      "the path of a folder or none",
      ConfigurationKey::parsePath),

  /** The largest ratio to a baseline, at most 1,000,000. Default: {@code 1.10}. */
  MAX_RATIO(
      "tare.maxRatio", "1.10", "a number above 0, up to 1000000", ConfigurationKey::parseRatio),

  /** The longest warm-up of a benchmark. Default: {@code 2.5 s}. */
  WARMUP_TIME(
      "tare.warmupTime",
      "2.5 s",
      "a length of time from 1 ms",
      text -> SamplingPlan.parseTime("tare.warmupTime", text)),

  /** The longest sampling of a benchmark. Default: {@code 2.5 s}. */
  MEASUREMENT_TIME(
      "tare.measurementTime",
      "2.5 s",
      "a length of time from 1 ms",
      text -> SamplingPlan.parseTime("tare.measurementTime", text)),

  /** How many fresh JVMs a benchmark is measured in; 0 measures in this JVM. Default: {@code 0}. */
  FORKS(
      "tare.forks",
      "0",
      "a whole number from 0 to " + Configuration.MOST_FORKS,
      ConfigurationKey::parseForks),

  /**
   * {@code true}: benchmarks are judged although JVM options such as {@code -Xint} prevent
   * optimized code. Default: {@code false}.
   */
  ALLOW_UNOPTIMIZED(
      "tare.allowUnoptimized", "false", "true or false", ConfigurationKey::parseBoolean),

  /**
   * {@code always} or {@code never}: when a breakdown is made. A failed benchmark with {@code
   * profile = CALLS} always has one. Default: {@code on_failure}.
   */
  BREAKDOWN("tare.breakdown", "on_failure", text -> constant(Breakdowns.class, text)),

  /**
   * {@code true}: what each ordinary test of the suite allocates in its one call is counted, and
   * listed at the end. Default: {@code false}.
   */
  CENSUS("tare.census", "false", "true or false", ConfigurationKey::parseBoolean),

  /**
   * {@code true}: each promise is broken on purpose instead of judged, and a test fails if one of
   * its promises holds nevertheless. Default: {@code false}.
   */
  PROVE("tare.prove", "false", "true or false", ConfigurationKey::parseBoolean),

  /**
   * {@code measured}: all tests with an annotation of Tare are compared with their weights, not
   * only those with {@code @Weighed}. Default: {@code none}.
   */
  WEIGH("tare.weigh", "none", text -> constant(Weigh.class, text)),

  /**
   * {@code true}, or no value: all weights are replaced by the measured figures; else those of the
   * named classes and tests, separated by commas: {@code com.acme.CacheTests.lookup}. Default: no
   * test.
   */
  ACCEPT(
      "tare.accept",
      "true",
      "true or the names of classes and tests",
      ConfigurationKey::parseNames),

  /**
   * The folder of the weights; {@code none} compares no test with its weights. Default: {@code
   * src/test/tare}.
   */
  LOCK_DIRECTORY(
      "tare.lockDirectory",
      "src/test/tare",
      "the path of a folder or none",
      ConfigurationKey::parsePath),

  /**
   * {@code write}: the measured figure becomes the weight; {@code fail}: the figure is unmeasured.
   * Default: {@code write}, {@code fail} where the environment variable {@code CI} is set.
   */
  MISSING_WEIGHT(
      "tare.missingWeight", onCi() ? "fail" : "write", text -> constant(MissingWeight.class, text));

  private final String key;
  private final String defaultText;
  private final String accepted;

  @SuppressWarnings("ImmutableEnumChecker") // parsers have no state
  private final Function<String, Object> parser;

  ConfigurationKey(
      String key, String defaultText, String accepted, Function<String, Object> parser) {
    this.key = key;
    this.defaultText = defaultText;
    this.accepted = accepted;
    this.parser = parser;
  }

  /** Creates a key whose parser throws an exception with the accepted words. */
  ConfigurationKey(String key, String defaultText, Function<String, Object> parser) {
    this(key, defaultText, "", parser);
  }

  /** Returns the name of the key, with its prefix {@code tare.}. */
  public String key() {
    return key;
  }

  String defaultText() {
    return defaultText;
  }

  /**
   * Parses a value.
   *
   * @throws TareConfigurationException if it is invalid; the message names the key
   */
  Object parse(String text) {
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException e) {
      throw new TareConfigurationException(
          "%s = %s: use %s, for example %s = %s"
              .formatted(
                  key, text, accepted.isEmpty() ? e.getMessage() : accepted, key, defaultText));
    }
  }

  private static boolean onCi() {
    String ci = System.getenv("CI");
    return ci != null && !ci.isBlank() && !ci.equalsIgnoreCase("false");
  }

  // the words are not in the keys: a run without such a key does not load their enum
  private static <E extends Enum<E>> E constant(Class<E> type, String text) {
    try {
      return Enum.valueOf(type, text.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          Stream.of(type.getEnumConstants())
              .map(constant -> constant.name().toLowerCase(Locale.ROOT))
              .collect(Collectors.joining(" or ")),
          e);
    }
  }

  private static Boolean parseBoolean(String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException(text);
    }
    return Boolean.parseBoolean(text);
  }

  private static String parsePath(String text) {
    // an InvalidPathException is an IllegalArgumentException
    return Path.of(text).toString();
  }

  private static Object parseRatio(String text) {
    double number = Double.parseDouble(text);
    if (!(number > 0) || number > Configuration.LARGEST_RATIO) {
      throw new IllegalArgumentException(text);
    }
    return new Ratio(number);
  }

  private static Integer parseForks(String text) {
    int number = Integer.parseInt(text);
    if (number < 0 || number > Configuration.MOST_FORKS) {
      throw new IllegalArgumentException(text);
    }
    return number;
  }

  private static List<String> parseNames(String text) {
    if (text.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(text);
    }
    return Stream.of((text.isEmpty() ? "true" : text).split(",")).map(String::strip).toList();
  }
}
