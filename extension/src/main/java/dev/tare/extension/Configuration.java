package dev.tare.extension;

import static java.util.Objects.requireNonNull;

import dev.tare.internal.timing.stage.TimeCaps;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Ratio;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
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
 * <tr><td>{@value #PRINT}</td><td>{@code table}</td><td>{@code none}: no closing table. There is one
 *     a run; on the module path before JUnit 5.13 one an engine</td></tr>
 * <tr><td>{@value #REPORT_DIRECTORY}</td><td>{@code target/tare}</td><td>where the verdicts file is
 *     written, created when needed; {@code none} writes no file</td></tr>
 * <tr><td>{@value #WARMUPS}</td><td>{@code 2}</td><td>calls before the judged ones</td></tr>
 * <tr><td>{@value #RUNS}</td><td>{@code 5}</td><td>judged calls</td></tr>
 * <tr><td>{@value #MAX_RATIO}</td><td>{@code 1.10}</td><td>the largest ratio to a baseline, at most
 *     1,000,000</td></tr>
 * <tr><td>{@value #MAX_WARMUP}</td><td>{@code 2.5 s}</td><td>the longest warm-up of a benchmark</td></tr>
 * <tr><td>{@value #MAX_TIME}</td><td>{@code 2.5 s}</td><td>the longest sampling of a benchmark</td></tr>
 * <tr><td>{@value #FORKS}</td><td>{@code 0}</td><td>how many fresh JVMs a benchmark is measured in;
 *     0: in this one</td></tr>
 * <tr><td>{@value #ALLOW_UNOPTIMIZED}</td><td>{@code false}</td><td>{@code true}: benchmarks are
 *     judged though the JVM's options keep code from being optimized, such as {@code -Xint}</td></tr>
 * <tr><td>{@value #PROGRESS}</td><td>{@code auto}</td><td>{@code line}: one line, written over,
 *     shows how far a benchmark is; {@code plain}: a line every 10 s; {@code auto}: the first where
 *     the JVM has a terminal, else the second; {@code none}</td></tr>
 * <tr><td>{@value #BREAKDOWN}</td><td>{@code on_failure}</td><td>{@code always} or {@code never}:
 *     when a breakdown is made; of a benchmark with {@code depth = CALLS} at a failure even so</td></tr>
 * <tr><td>{@value #MAX_OBJECTS}</td><td>{@code none}</td><td>how many objects of a value are met
 *     before the walk ends; then a size is exceeded if those have too many bytes already, and
 *     unmeasured otherwise</td></tr>
 * <tr><td>{@value #THREADS}</td><td>{@code none}</td><td>{@code list}: allocated bytes are listed by
 *     thread too, from one call more</td></tr>
 * </table>
 *
 * <p>An attribute of an annotation goes before the key of the same name. A value that cannot be
 * read is a {@link TareConfigurationException} that names the key, and so is a key that is one of
 * these but for a typing error.
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

  /** As large as it may be: nothing is promised by a larger one. */
  public static final double LARGEST_RATIO = 1_000_000;

  /** The longest warm-up of a benchmark. */
  public static final String MAX_WARMUP = "tare.maxWarmup";

  /** The longest sampling of a benchmark. */
  public static final String MAX_TIME = "tare.maxTime";

  /** How many fresh JVMs a benchmark is measured in. */
  public static final String FORKS = "tare.forks";

  /** As many as there may be. */
  public static final int MOST_FORKS = 100;

  /** Whether times of code that is not optimized are judged. */
  public static final String ALLOW_UNOPTIMIZED = "tare.allowUnoptimized";

  /** How it is shown how far a benchmark is. */
  public static final String PROGRESS = "tare.progress";

  /** When a breakdown is made. */
  public static final String BREAKDOWN = "tare.breakdown";

  /** How many objects of a value may be met. */
  public static final String MAX_OBJECTS = "tare.maxObjects";

  /** What {@link #maxObjects()} answers where there is no limit. */
  public static final long NO_LIMIT = Long.MAX_VALUE;

  /** Whether threads are listed. */
  public static final String THREADS = "tare.threads";

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

  /** How it is shown how far a benchmark is. */
  public enum Progress {
    /** {@link #LINE} where the JVM has a terminal, else {@link #PLAIN}. */
    AUTO,
    /** One line that is written over. */
    LINE,
    /** A line every 10 s. */
    PLAIN,
    /** Not at all. */
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

  /** Whether allocated bytes are listed by thread. */
  public enum Threads {
    /** They are not. */
    NONE,
    /** They are, sampled over one call more of the body, which is not judged. */
    LIST
  }

  private static final String CAP = "a length of time from 1 ms";

  private final Function<String, Optional<String>> keys;

  /**
   * @param keys answers the text of a key, empty where it is not set
   */
  public Configuration(Function<String, Optional<String>> keys) {
    this.keys = requireNonNull(keys, "keys");
  }

  /**
   * Reads every key once, so that a wrong one is known before anything runs.
   *
   * @throws TareConfigurationException if the value of one cannot be read
   */
  public void check() {
    List<Runnable> readers =
        List.of(
            this::enabled,
            this::unmeasured,
            this::inconclusive,
            this::print,
            this::reportDirectory,
            this::warmups,
            this::runs,
            this::maxRatio,
            this::maxWarmup,
            this::maxTime,
            this::forks,
            this::allowUnoptimized,
            this::progress,
            this::breakdown,
            this::maxObjects,
            this::threads);
    readers.forEach(Runnable::run);
  }

  /**
   * The text of a key of a metric of your own, empty where it is not set. Give it another prefix
   * than {@code tare.}: there, a key that resembles one of Tare's is refused.
   */
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
    String folder =
        read(REPORT_DIRECTORY, "target/tare", "the path of a folder or none", Configuration::path);
    return Optional.of(folder).filter(d -> !d.equals("none"));
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
    return read(MAX_RATIO, "1.10", "a number above 0, up to 1000000", Configuration::ratio);
  }

  /** {@value #MAX_WARMUP}. */
  public Elapsed maxWarmup() {
    return read(MAX_WARMUP, "2.5 s", CAP, text -> TimeCaps.parse(MAX_WARMUP, text));
  }

  /** {@value #MAX_TIME}. */
  public Elapsed maxTime() {
    return read(MAX_TIME, "2.5 s", CAP, text -> TimeCaps.parse(MAX_TIME, text));
  }

  /** {@value #FORKS}. */
  public int forks() {
    return read(
        FORKS, "0", "a whole number from 0 to " + MOST_FORKS, text -> whole(text, 0, MOST_FORKS));
  }

  /** {@value #ALLOW_UNOPTIMIZED}. */
  public boolean allowUnoptimized() {
    return read(ALLOW_UNOPTIMIZED, "false", "true or false", Configuration::bool);
  }

  /** {@value #PROGRESS}. */
  public Progress progress() {
    return constant(PROGRESS, Progress.AUTO);
  }

  /** {@value #BREAKDOWN}; never {@link Breakdown#DEFAULT}. */
  public Breakdown breakdown() {
    return constant(BREAKDOWN, Breakdown.ON_FAILURE);
  }

  /** {@value #MAX_OBJECTS}; {@link #NO_LIMIT} if there is none. */
  public long maxObjects() {
    return read(MAX_OBJECTS, "none", "none or a whole number from 1", Configuration::limit);
  }

  private static String path(String text) {
    // an InvalidPathException is an IllegalArgumentException
    return Path.of(text).toString();
  }

  private static long limit(String text) {
    if (text.equals("none")) {
      return NO_LIMIT;
    }
    long number = Long.parseLong(text);
    if (number < 1) {
      throw new IllegalArgumentException(text);
    }
    return number;
  }

  /** {@value #THREADS}. */
  public Threads threads() {
    return constant(THREADS, Threads.NONE);
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
    return text(key).isPresent() ? chosen(key, otherwise) : otherwise;
  }

  private <E extends Enum<E>> E chosen(String key, E otherwise) {
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

  private static Ratio ratio(String text) {
    double number = Double.parseDouble(text);
    if (number > LARGEST_RATIO) {
      throw new IllegalArgumentException(text);
    }
    return new Ratio(number);
  }

  private static boolean bool(String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException(text);
    }
    return Boolean.parseBoolean(text);
  }

  private static int whole(String text, int smallest) {
    return whole(text, smallest, Integer.MAX_VALUE);
  }

  private static int whole(String text, int smallest, int largest) {
    int number = Integer.parseInt(text);
    if (number < smallest || number > largest) {
      throw new IllegalArgumentException(text);
    }
    return number;
  }
}
