package dev.tare.extension;

import static java.util.Objects.requireNonNull;

import dev.tare.unit.Elapsed;
import dev.tare.unit.Ratio;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apiguardian.api.API;

/**
 * The suite's policy and defaults, read from {@code junit-platform.properties}, from the launcher
 * or from system properties, all under the prefix {@code tare.}
 *
 * <table>
 * <caption>Keys</caption>
 * <tr><th>key</th><th>default</th><th>meaning</th></tr>
 * <tr><td>{@value #ENABLED}</td><td>{@code true}</td><td>{@code false}: every body runs once,
 *     nothing is judged, and one line says so</td></tr>
 * <tr><td>{@value #UNMEASURED}</td><td>{@code fail}</td><td>{@code abort}: a test that could not be
 *     measured is aborted instead of failed</td></tr>
 * <tr><td>{@value #INCONCLUSIVE}</td><td>{@code abort}</td><td>{@code fail}: a test whose number
 *     does not tell fails instead of being aborted</td></tr>
 * <tr><td>{@value #PRINT}</td><td>{@code table}</td><td>{@code none}: no closing table</td></tr>
 * <tr><td>{@value #REPORT_DIRECTORY}</td><td>{@code target/tare}</td><td>where the verdicts file is
 *     written, created when needed; {@code none} writes no file</td></tr>
 * <tr><td>{@value #WARMUPS}</td><td>{@code 2}</td><td>calls before the judged ones</td></tr>
 * <tr><td>{@value #RUNS}</td><td>{@code 5}</td><td>judged calls</td></tr>
 * <tr><td>{@value #MAX_RATIO}</td><td>{@code 1.10}</td><td>the largest ratio to a baseline</td></tr>
 * <tr><td>{@value #MAX_WARMUP}</td><td>{@code 3 s}</td><td>the longest warm-up of a benchmark</td></tr>
 * <tr><td>{@value #MAX_TIME}</td><td>{@code 3 s}</td><td>the longest sampling of a benchmark</td></tr>
 * <tr><td>{@value #BREAKDOWN}</td><td>{@code on_failure}</td><td>{@code always} or {@code never}:
 *     when a breakdown is made</td></tr>
 * </table>
 *
 * <p>An attribute of an annotation goes before the key of the same name. A value that cannot be
 * read is a {@link TareConfigurationException} that names the key.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class Configuration {

  /** Whether anything is measured at all. */
  public static final String ENABLED = "tare.enabled";

  /** What becomes of a test that could not be measured. */
  public static final String UNMEASURED = "tare.unmeasured";

  /** What becomes of a test whose number does not tell. */
  public static final String INCONCLUSIVE = "tare.inconclusive";

  /** What is printed at the end. */
  public static final String PRINT = "tare.print";

  /** Where the verdicts file is written. */
  public static final String REPORT_DIRECTORY = "tare.report.directory";

  /** Calls before the judged ones. */
  public static final String WARMUPS = "tare.warmups";

  /** Judged calls. */
  public static final String RUNS = "tare.runs";

  /** The largest ratio to a baseline. */
  public static final String MAX_RATIO = "tare.maxRatio";

  /** The longest warm-up of a benchmark. */
  public static final String MAX_WARMUP = "tare.maxWarmup";

  /** The longest sampling of a benchmark. */
  public static final String MAX_TIME = "tare.maxTime";

  /** When a breakdown is made. */
  public static final String BREAKDOWN = "tare.breakdown";

  /** What a verdict that is not <em>within</em> does to its test. */
  public enum Policy {
    /** The test fails. */
    FAIL,
    /** The test is aborted. */
    ABORT
  }

  /** What is printed when the last test has ended. */
  public enum Print {
    /** One table of all verdicts. */
    TABLE,
    /** Nothing. */
    NONE
  }

  /** When it is found out where the bytes or the time went. */
  public enum Breakdown {
    /** As {@code tare.breakdown} says, which is {@link #ON_FAILURE} unless set. */
    DEFAULT,
    /** When the budget is exceeded. */
    ON_FAILURE,
    /** For every measurement, for the report file. */
    ALWAYS,
    /** Not at all. */
    NEVER
  }

  private final Function<String, Optional<String>> keys;

  /**
   * @param keys answers the text of a key, empty where it is not set
   */
  public Configuration(Function<String, Optional<String>> keys) {
    this.keys = requireNonNull(keys, "keys");
  }

  /** The text of a key of one's own, empty where it is not set. */
  public Optional<String> text(String key) {
    return keys.apply(key).map(String::strip);
  }

  /** {@value #ENABLED}. */
  public boolean enabled() {
    return read(ENABLED, "true", "true or false", Configuration::bool);
  }

  /** {@value #UNMEASURED}. */
  public Policy unmeasured() {
    return constant(UNMEASURED, Policy.FAIL);
  }

  /** {@value #INCONCLUSIVE}. */
  public Policy inconclusive() {
    return constant(INCONCLUSIVE, Policy.ABORT);
  }

  /** {@value #PRINT}. */
  public Print print() {
    return constant(PRINT, Print.TABLE);
  }

  /** {@value #REPORT_DIRECTORY}; empty if no file is written. */
  public Optional<String> reportDirectory() {
    return Optional.of(text(REPORT_DIRECTORY).orElse("target/tare")).filter(d -> !d.equals("none"));
  }

  /** {@value #WARMUPS}. */
  public int warmups() {
    return read(WARMUPS, "2", "a whole number from 0", text -> whole(text, 0));
  }

  /** {@value #RUNS}. */
  public int runs() {
    return read(RUNS, "5", "a whole number from 1", text -> whole(text, 1));
  }

  /** {@value #MAX_RATIO}. */
  public Ratio maxRatio() {
    return read(MAX_RATIO, "1.10", "a number above 0", text -> new Ratio(Double.parseDouble(text)));
  }

  /** {@value #MAX_WARMUP}. */
  public Elapsed maxWarmup() {
    return read(MAX_WARMUP, "3 s", "a length of time", Elapsed::parse);
  }

  /** {@value #MAX_TIME}. */
  public Elapsed maxTime() {
    return read(MAX_TIME, "3 s", "a length of time", Elapsed::parse);
  }

  /** {@value #BREAKDOWN}; never {@link Breakdown#DEFAULT}. */
  public Breakdown breakdown() {
    return constant(BREAKDOWN, Breakdown.ON_FAILURE);
  }

  private <T> T read(String key, String otherwise, String accepted, Function<String, T> parser) {
    String text = text(key).orElse(otherwise);
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException e) {
      throw new TareConfigurationException(
          "%s = %s: use %s, for example %s = %s".formatted(key, text, accepted, key, otherwise), e);
    }
  }

  private <E extends Enum<E>> E constant(String key, E otherwise) {
    Map<String, E> accepted = new LinkedHashMap<>();
    for (E constant : otherwise.getDeclaringClass().getEnumConstants()) {
      if (!constant.name().equals("DEFAULT")) {
        accepted.put(lower(constant), constant);
      }
    }
    return read(
        key,
        lower(otherwise),
        String.join(" or ", accepted.keySet()),
        text -> named(accepted, text));
  }

  private static <E> E named(Map<String, E> accepted, String text) {
    E constant = accepted.get(text.toLowerCase(Locale.ROOT));
    if (constant == null) {
      throw new IllegalArgumentException(text);
    }
    return constant;
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static boolean bool(String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException(text);
    }
    return Boolean.parseBoolean(text);
  }

  private static int whole(String text, int smallest) {
    int number = Integer.parseInt(text);
    if (number < smallest) {
      throw new IllegalArgumentException(text);
    }
    return number;
  }
}
