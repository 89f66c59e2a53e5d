package dev.tare.extension;

import static java.util.Objects.requireNonNull;

import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Verdict;
import dev.tare.unit.DataSize;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Ratio;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apiguardian.api.API;

/**
 * The suite's policy and defaults: keys with the prefix {@code tare.} in {@code
 * junit-platform.properties}, launcher parameters or system properties.
 *
 * <p>{@link ConfigurationKey} lists the keys with their defaults.
 *
 * <p>An attribute of an annotation overrides the key of the same name. A value that cannot be
 * parsed and an unknown key each cause a {@link TareConfigurationException} that names the key.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class Configuration {

  /**
   * Largest accepted value of {@link ConfigurationKey#MAX_RATIO}; a larger limit would never be
   * exceeded.
   */
  public static final double LARGEST_RATIO = 1_000_000;

  /** Largest accepted value of {@link ConfigurationKey#FORKS}. */
  public static final int MOST_FORKS = 100;

  /**
   * Whether a test fails or is aborted: the values of {@link ConfigurationKey#UNMEASURED} and
   * {@link ConfigurationKey#INCONCLUSIVE}, which have other defaults.
   */
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
   * Returns this configuration for a weighed test, whose limits of bytes may be missing.
   *
   * @param withBreakdowns whether breakdowns are always made; else they are made on failure at
   *     least, whatever {@link ConfigurationKey#BREAKDOWN} says
   */
  public Configuration weighing(boolean withBreakdowns) {
    Breakdowns onFailure = breakdown() == Breakdowns.NEVER ? Breakdowns.ON_FAILURE : breakdown();
    return new Configuration(with(withBreakdowns ? Breakdowns.ALWAYS : onFailure).keys, true);
  }

  /** Returns this configuration with another value of {@link ConfigurationKey#BREAKDOWN}. */
  public Configuration with(Breakdowns breakdown) {
    String changed = ConfigurationKey.BREAKDOWN.key();
    return new Configuration(
        key -> key.equals(changed) ? Optional.of(breakdown.name()) : keys.apply(key), isWeighing);
  }

  /**
   * Checks the values of all keys, so that a wrong one is found before any test runs.
   *
   * @throws TareConfigurationException if a value cannot be parsed
   */
  public void check() {
    for (ConfigurationKey key : ConfigurationKey.values()) {
      text(key.key()).ifPresent(key::parse);
    }
  }

  /**
   * Returns the text of a key of a custom metric, empty if it is not set. Such a key must not have
   * the prefix {@code tare.}: an unknown key with that prefix is refused.
   */
  public Optional<String> text(String key) {
    return keys.apply(key).map(String::strip);
  }

  /** Returns the value of {@link ConfigurationKey#ENABLED}. */
  public boolean enabled() {
    return this.<Boolean>read(ConfigurationKey.ENABLED);
  }

  /** Returns the value of {@link ConfigurationKey#PROVE}. */
  public boolean proves() {
    return this.<Boolean>read(ConfigurationKey.PROVE);
  }

  /**
   * Returns whether a test whose gravest verdict is not within its limit fails or is aborted: the
   * value of {@link ConfigurationKey#UNMEASURED} or {@link ConfigurationKey#INCONCLUSIVE}; an
   * exceeded limit always fails.
   */
  public Policy policy(Verdict.Outcome outcome) {
    return switch (outcome) {
      case EXCEEDED -> Policy.FAIL;
      case UNMEASURED -> read(ConfigurationKey.UNMEASURED);
      case INCONCLUSIVE -> read(ConfigurationKey.INCONCLUSIVE);
      case WITHIN -> throw new IllegalArgumentException("a test within its limits has no policy");
    };
  }

  /** Returns the value of {@link ConfigurationKey#PRINT}. */
  public Print print() {
    return read(ConfigurationKey.PRINT);
  }

  /** Returns the value of {@link ConfigurationKey#REPORT_DIRECTORY}, empty for none. */
  public Optional<String> reportDirectory() {
    return Optional.of(this.<String>read(ConfigurationKey.REPORT_DIRECTORY))
        .filter(path -> !path.equals("none"));
  }

  /** Returns the value of {@link ConfigurationKey#MAX_RATIO}. */
  public Ratio maxRatio() {
    return read(ConfigurationKey.MAX_RATIO);
  }

  /** Returns the value of {@link ConfigurationKey#WARMUP_TIME}. */
  public Elapsed warmupTime() {
    return read(ConfigurationKey.WARMUP_TIME);
  }

  /** Returns the value of {@link ConfigurationKey#MEASUREMENT_TIME}. */
  public Elapsed measurementTime() {
    return read(ConfigurationKey.MEASUREMENT_TIME);
  }

  /** Returns the value of {@link ConfigurationKey#CENSUS}. */
  public boolean census() {
    return this.<Boolean>read(ConfigurationKey.CENSUS);
  }

  /** Returns the value of {@link ConfigurationKey#FORKS}. */
  public int forks() {
    return this.<Integer>read(ConfigurationKey.FORKS);
  }

  /** Returns the value of {@link ConfigurationKey#ALLOW_UNOPTIMIZED}. */
  public boolean allowUnoptimized() {
    return this.<Boolean>read(ConfigurationKey.ALLOW_UNOPTIMIZED);
  }

  /** Returns the value of {@link ConfigurationKey#BREAKDOWN}. */
  public Breakdowns breakdown() {
    return read(ConfigurationKey.BREAKDOWN);
  }

  /** Returns the value of {@link ConfigurationKey#WEIGH}. */
  public Weigh weigh() {
    return read(ConfigurationKey.WEIGH);
  }

  /**
   * Returns the names in {@link ConfigurationKey#ACCEPT}: {@code true} for all tests, empty for
   * none.
   */
  public List<String> accept() {
    ConfigurationKey key = ConfigurationKey.ACCEPT;
    return text(key.key()).isEmpty() ? List.of() : read(key);
  }

  /** Returns the value of {@link ConfigurationKey#LOCK_DIRECTORY}, empty for none. */
  public Optional<String> lockDirectory() {
    return Optional.of(this.<String>read(ConfigurationKey.LOCK_DIRECTORY))
        .filter(path -> !path.equals("none"));
  }

  /** Returns the value of {@link ConfigurationKey#MISSING_WEIGHT}. */
  public MissingWeight missingWeight() {
    return read(ConfigurationKey.MISSING_WEIGHT);
  }

  /**
   * Returns the budget of an annotation that limits bytes.
   *
   * @param text the limit of the annotation, {@link Unset#TEXT} if it has none
   * @throws IllegalArgumentException if the text is invalid, or there is none and the test is not
   *     weighed
   */
  public Budget bytesAtMost(Figure figure, String text) {
    return text.equals(Unset.TEXT)
        ? unlimited(figure, "\"4 KiB\"")
        : Budget.atMost(figure, DataSize.parse(text));
  }

  /**
   * Returns the budget of an annotation without a limit, for a test that is weighed.
   *
   * @param example a limit, for the message
   * @throws IllegalArgumentException if the test is not weighed
   */
  public Budget unlimited(Figure figure, String example) {
    if (isWeighing) {
      return Budget.unlimited(figure);
    }
    throw new IllegalArgumentException("no limit: write one, for example " + example);
  }

  // the type of the value is that of the key's parser
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private <T> T read(ConfigurationKey key) {
    return (T) key.parse(text(key.key()).orElse(key.defaultText()));
  }
}
