package dev.tare.extension;

import static java.util.Objects.requireNonNull;

import dev.tare.internal.timing.stage.TimeCaps;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.unit.DataSize;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Ratio;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apiguardian.api.API;

/**
 * The suite's policy and defaults: keys with the prefix {@code tare.} in {@code
 * junit-platform.properties}, launcher parameters or system properties.
 *
 * <table>
 * <caption>Keys</caption>
 * <tr><th>key</th><th>default</th><th>meaning</th></tr>
 * <tr><td>{@value #ENABLED}</td><td>{@code true}</td><td>{@code false}: every body runs once,
 *     nothing is judged, and one line says so</td></tr>
 * <tr><td>{@value #UNMEASURED}</td><td>{@code fail}</td><td>{@code abort}: a test that could not be
 *     measured is aborted instead of failed</td></tr>
 * <tr><td>{@value #INCONCLUSIVE}</td><td>{@code abort}</td><td>{@code fail}: an inconclusive test fails
 *     instead of being aborted</td></tr>
 * <tr><td>{@value #PRINT}</td><td>{@code table}</td><td>{@code reports}: the whole
 *     report of each test, too; {@code none}: no closing table. One table is printed per run; on the module path before JUnit 5.13, one per engine</td></tr>
 * <tr><td>{@value #REPORT_DIRECTORY}</td><td>{@code target/tare}</td><td>where the verdicts file is
 *     written, created when needed; {@code none} writes no file</td></tr>
 * <tr><td>{@value #EXPORT}</td><td>{@code html, markdown}</td><td>other forms of the verdicts, written
 *     beside the verdicts file at the end of the run: {@code html}, {@code markdown}, {@code jmh}
 *     and {@code csv}, separated by commas; or {@code none}</td></tr>
 * <tr><td>{@value #MAX_RATIO}</td><td>{@code 1.10}</td><td>the largest ratio to a baseline, at most
 *     1,000,000</td></tr>
 * <tr><td>{@value #WARMUP_TIME}</td><td>{@code 2.5 s}</td><td>the longest warm-up of a benchmark</td></tr>
 * <tr><td>{@value #MEASUREMENT_TIME}</td><td>{@code 2.5 s}</td><td>the longest sampling of a benchmark</td></tr>
 * <tr><td>{@value #FORKS}</td><td>{@code 0}</td><td>how many fresh JVMs a benchmark is measured in;
 *     0 measures in this JVM</td></tr>
 * <tr><td>{@value #ALLOW_UNOPTIMIZED}</td><td>{@code false}</td><td>{@code true}: benchmarks are
 *     judged although JVM options such as {@code -Xint} prevent optimized code</td></tr>
 * <tr><td>{@value #BREAKDOWN}</td><td>{@code on_failure}</td><td>{@code always} or {@code never}:
 *     when a breakdown is made. A failed benchmark with {@code profile = CALLS} always has one</td></tr>
 * <tr><td>{@value #THREADS}</td><td>{@code none}</td><td>{@code list}: allocated bytes are also listed by
 *     thread, sampled in one additional call</td></tr>
 * <tr><td>{@value #THREADS_PERIOD}</td><td>{@code 10 ms}</td><td>the time between two of these
 *     samples, 1 ms to 3600 s</td></tr>
 * <tr><td>{@value #HEAP_DUMP}</td><td>{@code none}</td><td>{@code keep}: a heap dump is written to
 *     the report directory if nothing visible holds an object that should be collected. A dump has
 *     everything the process has in memory, passwords included</td></tr>
 * <tr><td>{@value #CENSUS}</td><td>{@code false}</td><td>{@code true}: what each ordinary test of the
 *     suite allocates in its one call is counted, and listed at the end</td></tr>
 * <tr><td>{@value #WEIGH}</td><td>{@code none}</td><td>{@code measured}: all tests with an annotation
 *     of Tare are compared with their weights, not only those with {@code @Weighed}</td></tr>
 * <tr><td>{@value #ACCEPT}</td><td>no test</td><td>{@code true}, or no value: all weights are replaced
 *     by the measured figures; else those of the named classes and tests, separated by commas:
 *     {@code com.acme.CacheTests.lookup}</td></tr>
 * <tr><td>{@value #LOCK_DIRECTORY}</td><td>{@code src/test/tare}</td><td>the folder of the weights;
 *     {@code none} compares no test with its weights</td></tr>
 * <tr><td>{@value #MISSING_WEIGHT}</td><td>{@code write}, {@code fail} where the environment variable
 *     {@code CI} is set</td><td>{@code write}: the measured figure becomes the weight; {@code fail}:
 *     the figure is unmeasured</td></tr>
 * </table>
 *
 * <p>An attribute of an annotation overrides the key of the same name. A value that cannot be
 * parsed and an unknown key each cause a {@link TareConfigurationException} that names the key.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class Configuration {

  /** Key: what is counted of ordinary tests. */
  public static final String CENSUS = "tare.census";

  /** Key: which tests are compared with their weights, beside those with {@code @Weighed}. */
  public static final String WEIGH = "tare.weigh";

  /** Key: the tests whose weights are replaced by the measured figures. */
  public static final String ACCEPT = "tare.accept";

  /** Key: the folder of the weights. */
  public static final String LOCK_DIRECTORY = "tare.lockDirectory";

  /** Key: whether a missing weight is written. */
  public static final String MISSING_WEIGHT = "tare.missingWeight";

  /** Key: whether anything is measured. */
  public static final String ENABLED = "tare.enabled";

  /** Key: whether a test that could not be measured fails or is aborted. */
  public static final String UNMEASURED = "tare.unmeasured";

  /** Key: whether an inconclusive test fails or is aborted. */
  public static final String INCONCLUSIVE = "tare.inconclusive";

  /** Key: what is printed at the end of a run. */
  public static final String PRINT = "tare.print";

  /** Key: the folder of the verdicts file. */
  public static final String REPORT_DIRECTORY = "tare.report.directory";

  /** Key: the other forms in which the verdicts are written. */
  public static final String EXPORT = "tare.export";

  /** Key: the largest ratio to a baseline. */
  public static final String MAX_RATIO = "tare.maxRatio";

  /** Largest accepted value of {@link #MAX_RATIO}; a larger limit would never be exceeded. */
  public static final double LARGEST_RATIO = 1_000_000;

  /** Key: the longest warm-up of a benchmark. */
  public static final String WARMUP_TIME = "tare.warmupTime";

  /** Key: the longest sampling of a benchmark. */
  public static final String MEASUREMENT_TIME = "tare.measurementTime";

  /** Key: the number of fresh JVMs that a benchmark is measured in. */
  public static final String FORKS = "tare.forks";

  /** Largest accepted value of {@link #FORKS}. */
  public static final int MOST_FORKS = 100;

  /** Key: whether times of code that is not optimized are judged. */
  public static final String ALLOW_UNOPTIMIZED = "tare.allowUnoptimized";

  /** Key: when a breakdown is made. */
  public static final String BREAKDOWN = "tare.breakdown";

  /** Key: whether allocated bytes are listed by thread. */
  public static final String THREADS = "tare.threads";

  /** Key: the time between two samples of the bytes of each thread. */
  public static final String THREADS_PERIOD = "tare.threads.period";

  /** Key: whether a heap dump is written if nothing visible holds an object that is left. */
  public static final String HEAP_DUMP = "tare.heapDump";

  /** Whether a test with an inconclusive or unmeasured verdict fails or is aborted. */
  public enum Policy {
    /** The test fails. */
    FAIL,
    /** The test is aborted. */
    ABORT
  }

  /** Which tests are compared with their weights, beside those with {@code @Weighed}. */
  public enum Weigh {
    /** No others. */
    NONE,
    /** All tests with an annotation of Tare. */
    MEASURED
  }

  /** What happens if a weighed figure has no weight. */
  public enum MissingWeight {
    /** The figure is unmeasured. */
    FAIL,
    /** The measured figure is written as its weight. */
    WRITE
  }

  /** What is printed at the end of a run. */
  public enum Print {
    /** One table of all verdicts. */
    TABLE,
    /** The whole report of each test, and the table. */
    REPORTS,
    /** Nothing. */
    NONE
  }

  /** When a breakdown of bytes or time is made. */
  public enum Breakdowns {
    /** When the budget is exceeded. */
    ON_FAILURE,
    /** For every measurement; the verdicts file holds it. */
    ALWAYS,
    /** For no measurement. */
    NEVER;

    /**
     * Returns whether a measurement needs a breakdown.
     *
     * @param exceeded whether it exceeds its budget
     */
    public boolean isNeeded(boolean exceeded) {
      return this == ALWAYS || (this != NEVER && exceeded);
    }
  }

  /** Whether allocated bytes are listed by thread. */
  public enum Threads {
    /** Threads are not listed. */
    NONE,
    /** Threads are listed, sampled in one additional call of the body, which is not judged. */
    LIST
  }

  /** Use of heap dumps. */
  public enum HeapDumps {
    /** Writes no dump. */
    NONE,
    /** Writes a dump to the report directory. */
    KEEP
  }

  /** Forms in which the verdicts of a run are written, beside the verdicts file. */
  public enum Export {
    /** A page with charts, which opens without a server. */
    HTML,
    /** A summary for a review. */
    MARKDOWN,
    /** Benchmarks in the JSON that JMH writes, for tools that read it. */
    JMH,
    /** The samples of benchmarks, one a line. */
    CSV
  }

  private static final String TIME_LIMIT_FORM = "a length of time from 1 ms";

  private final Function<String, Optional<String>> keys;
  private final boolean isWeighing;

  /**
   * @param keys returns the text of a key, empty if it is not set
   */
  public Configuration(Function<String, Optional<String>> keys) {
    this(requireNonNull(keys, "keys"), false);
  }

  private Configuration(Function<String, Optional<String>> keys, boolean isWeighing) {
    this.keys = keys;
    this.isWeighing = isWeighing;
  }

  /**
   * Returns this configuration for a weighed test, whose annotations need no limit.
   *
   * @param withBreakdowns whether breakdowns are always made unless {@value #BREAKDOWN} is set
   */
  public Configuration weighing(boolean withBreakdowns) {
    return new Configuration(
        key ->
            keys.apply(key)
                .or(
                    () ->
                        withBreakdowns && key.equals(BREAKDOWN)
                            ? Optional.of("always")
                            : Optional.empty()),
        true);
  }

  /**
   * Checks the values of all keys, so that a wrong one is found before any test runs.
   *
   * @throws TareConfigurationException if a value cannot be parsed
   */
  public void check() {
    enabled();
    unmeasured();
    inconclusive();
    print();
    reportDirectory();
    exports();
    maxRatio();
    warmupTime();
    measurementTime();
    forks();
    allowUnoptimized();
    census();
    breakdown();
    threads();
    threadsPeriod();
    heapDump();
    weigh();
    accept();
    lockDirectory();
    missingWeight();
  }

  /**
   * Returns the text of a key of a custom metric, empty if it is not set. Such a key must not have
   * the prefix {@code tare.}: an unknown key with that prefix is refused.
   */
  public Optional<String> text(String key) {
    return keys.apply(key).map(String::strip);
  }

  /** Returns the value of {@value #ENABLED}. */
  public boolean enabled() {
    return read(ENABLED, "true", "true or false", Configuration::parseBoolean);
  }

  /** Returns the value of {@value #UNMEASURED}. */
  public Policy unmeasured() {
    return enumValue(UNMEASURED, Policy.FAIL);
  }

  /** Returns the value of {@value #INCONCLUSIVE}. */
  public Policy inconclusive() {
    return enumValue(INCONCLUSIVE, Policy.ABORT);
  }

  /** Returns the value of {@value #PRINT}. */
  public Print print() {
    return enumValue(PRINT, Print.TABLE);
  }

  /** Returns the value of {@value #REPORT_DIRECTORY}, empty if no file is written. */
  public Optional<String> reportDirectory() {
    String folder =
        read(
            REPORT_DIRECTORY,
            "target/tare",
            "the path of a folder or none",
            Configuration::parsePath);
    return Optional.of(folder).filter(d -> !d.equals("none"));
  }

  /** Returns the value of {@value #EXPORT}. */
  public Set<Export> exports() {
    String accepted =
        Arrays.stream(Export.values()).map(Configuration::lower).collect(Collectors.joining(", "));
    return read(
        EXPORT,
        "html, markdown",
        "none, or some of " + accepted + ", separated by commas",
        Configuration::parseExports);
  }

  private static Set<Export> parseExports(String text) {
    Set<Export> exports = EnumSet.noneOf(Export.class);
    if (!text.equals("none")) {
      for (String name : text.split(",", -1)) {
        exports.add(Export.valueOf(name.strip().toUpperCase(Locale.ROOT)));
      }
    }
    return exports;
  }

  /** Returns the value of {@value #MAX_RATIO}. */
  public Ratio maxRatio() {
    return read(MAX_RATIO, "1.10", "a number above 0, up to 1000000", Configuration::parseRatio);
  }

  /**
   * Returns the budget of an annotation that limits bytes.
   *
   * @param text the limit of the annotation, {@link Unset#TEXT} if it has none
   * @throws IllegalArgumentException if the text is invalid, or there is none and the test is not
   *     weighed
   */
  public Budget bytesAtMost(Figure figure, String text) {
    if (!text.equals(Unset.TEXT)) {
      return Budget.atMost(figure, DataSize.parse(text));
    }
    if (isWeighing) {
      return Budget.unlimited(figure);
    }
    throw new IllegalArgumentException("no limit: write one, for example \"4 KiB\"");
  }

  /** Returns the value of {@value #WARMUP_TIME}. */
  public Elapsed warmupTime() {
    return read(WARMUP_TIME, "2.5 s", TIME_LIMIT_FORM, text -> TimeCaps.parse(WARMUP_TIME, text));
  }

  /** Returns the value of {@value #MEASUREMENT_TIME}. */
  public Elapsed measurementTime() {
    return read(
        MEASUREMENT_TIME, "2.5 s", TIME_LIMIT_FORM, text -> TimeCaps.parse(MEASUREMENT_TIME, text));
  }

  /** Returns the value of {@value #CENSUS}. */
  public boolean census() {
    return read(CENSUS, "false", "true or false", Configuration::parseBoolean);
  }

  /** Returns the value of {@value #FORKS}. */
  public int forks() {
    return read(
        FORKS,
        "0",
        "a whole number from 0 to " + MOST_FORKS,
        text -> wholeNumber(text, 0, MOST_FORKS));
  }

  /** Returns the value of {@value #ALLOW_UNOPTIMIZED}. */
  public boolean allowUnoptimized() {
    return read(ALLOW_UNOPTIMIZED, "false", "true or false", Configuration::parseBoolean);
  }

  /** Returns the value of {@value #BREAKDOWN}. */
  public Breakdowns breakdown() {
    return enumValue(BREAKDOWN, Breakdowns.ON_FAILURE);
  }

  private static String parsePath(String text) {
    // an InvalidPathException is an IllegalArgumentException
    return Path.of(text).toString();
  }

  /** Returns the value of {@value #THREADS}. */
  public Threads threads() {
    return enumValue(THREADS, Threads.NONE);
  }

  /** Returns the value of {@value #THREADS_PERIOD}. */
  public Elapsed threadsPeriod() {
    return read(
        THREADS_PERIOD,
        "10 ms",
        "a length of time from 1 ms to 3600 s",
        Configuration::parsePeriod);
  }

  private static Elapsed parsePeriod(String text) {
    Elapsed period = Elapsed.parse(text);
    if (period.nanos() < 1e6 || period.nanos() > 3600e9) {
      throw new IllegalArgumentException(text);
    }
    return period;
  }

  /** Returns the value of {@value #HEAP_DUMP}. */
  public HeapDumps heapDump() {
    return enumValue(HEAP_DUMP, HeapDumps.NONE);
  }

  /** Returns the value of {@value #WEIGH}. */
  public Weigh weigh() {
    return enumValue(WEIGH, Weigh.NONE);
  }

  /** Returns the names in {@value #ACCEPT}: {@code true} for all tests, empty for none. */
  public List<String> accept() {
    return text(ACCEPT).isEmpty()
        ? List.of()
        : read(ACCEPT, "true", "true or the names of classes and tests", Configuration::parseNames);
  }

  private static List<String> parseNames(String text) {
    if (text.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(text);
    }
    return Stream.of((text.isEmpty() ? "true" : text).split(",")).map(String::strip).toList();
  }

  /** Returns the value of {@value #LOCK_DIRECTORY}, empty if no test is weighed. */
  public Optional<String> lockDirectory() {
    String folder =
        read(
            LOCK_DIRECTORY,
            "src/test/tare",
            "the path of a folder or none",
            Configuration::parsePath);
    return Optional.of(folder).filter(path -> !path.equals("none"));
  }

  /** Returns the value of {@value #MISSING_WEIGHT}. */
  public MissingWeight missingWeight() {
    String ci = System.getenv("CI");
    boolean isCi = ci != null && !ci.isBlank() && !ci.equalsIgnoreCase("false");
    return enumValue(MISSING_WEIGHT, isCi ? MissingWeight.FAIL : MissingWeight.WRITE);
  }

  private <T> T read(String key, String defaultValue, String accepted, Function<String, T> parser) {
    String text = text(key).orElse(defaultValue);
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException e) {
      throw new TareConfigurationException(
          "%s = %s: use %s, for example %s = %s".formatted(key, text, accepted, key, defaultValue),
          e);
    }
  }

  private <E extends Enum<E>> E enumValue(String key, E defaultValue) {
    return text(key).isPresent() ? parsedEnumValue(key, defaultValue) : defaultValue;
  }

  private <E extends Enum<E>> E parsedEnumValue(String key, E defaultValue) {
    Map<String, E> accepted = new LinkedHashMap<>();
    for (E constant : defaultValue.getDeclaringClass().getEnumConstants()) {
      accepted.put(lower(constant), constant);
    }
    return read(
        key,
        lower(defaultValue),
        String.join(" or ", accepted.keySet()),
        text -> constantNamed(accepted, text));
  }

  private static <E> E constantNamed(Map<String, E> accepted, String text) {
    E constant = accepted.get(text.toLowerCase(Locale.ROOT));
    if (constant == null) {
      throw new IllegalArgumentException(text);
    }
    return constant;
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static Ratio parseRatio(String text) {
    double number = Double.parseDouble(text);
    if (number > LARGEST_RATIO) {
      throw new IllegalArgumentException(text);
    }
    return new Ratio(number);
  }

  private static boolean parseBoolean(String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException(text);
    }
    return Boolean.parseBoolean(text);
  }

  private static int wholeNumber(String text, int smallest, int largest) {
    int number = Integer.parseInt(text);
    if (number < smallest || number > largest) {
      throw new IllegalArgumentException(text);
    }
    return number;
  }
}
