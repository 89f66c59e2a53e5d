package dev.tare.model;

import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import dev.tare.unit.Quantity;
import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A remark on a figure: what it covers, what may have distorted it, or what else was found.
 *
 * <p>Programs compare remarks by id and facts; {@link #text()} is for people. A remark of your own
 * metric can be a free text: {@code Remark.of("all threads")}.
 *
 * @param id stable name for machines, lower case with hyphens: {@code garbage-collection}; {@link
 *     #FREE_TEXT} for a remark without an id of its own
 * @param form the wording, which names facts in braces: {@code {pauses}}. A number may have a
 *     format, {@code {percent:%.0f}}, or a noun with its plural, {@code {pauses|pause|pauses}}; a
 *     quantity is rounded, a size exact, unless {@code {size:both}}, {@code exact} or {@code
 *     rounded} follows
 * @param facts the facts by name: {@link Quantity}, {@link Long}, {@link Double}, {@link String},
 *     or a list of names, {@code {methods: > }} with the text between them
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Remark(String id, String form, Map<String, Object> facts) implements Serializable {

  /** Id of a remark that is only a text. */
  public static final String FREE_TEXT = "text";

  /** Id of the distortion that some of the judged calls exceed the limit. */
  public static final String DIFFERING_CALLS = "differing-calls";

  /** Id of the distortion that the judged samples differ much from the mean of all calls. */
  public static final String DIFFERING_SAMPLES = "samples-differ-from-calls";

  /** Id of the distortion that other threads allocated or called more than the limit leaves. */
  public static final String WORK_ELSEWHERE = "work-elsewhere";

  /** Id of the distortion that the elements of a container do not count, since others hold them. */
  public static final String HELD_ELSEWHERE = "held-elsewhere";

  /** Id of the distortion that a body returns nothing and takes hardly any time. */
  public static final String DEAD_CODE_POSSIBLE = "dead-code-possible";

  /** Id of the distortion that the figure is only a bound, since the JIT removed the work. */
  public static final String BOUND = "bound";

  /**
   * Id of the note that replaces figure, value and limit in the first line of an exceeded limit:
   * {@code Not collected: 1 of 2 com.shop.Session handed over by}. The test's name follows.
   */
  public static final String HEADLINE = "headline";

  /** Id of the notes on the references that hold an object, one note for each. */
  public static final String HELD_BY = "held-by";

  /**
   * Fact of a note of {@link #HELD_BY} whose reference is a field of the application's own code.
   */
  public static final String OF_THE_APPLICATION = "ofTheApplication";

  /** Id of the note on the reference without which an object would be collected. */
  public static final String WOULD_GO = "would-go";

  /** Id of the note on what else holds an object. */
  public static final String ALSO_HELD = "also-held";

  /** Id of the notes on rows that are new or larger than in the lock. */
  public static final String GREW = "grew";

  /** Id of the note on what an object keeps alive. */
  public static final String KEEPS = "keeps";

  private static final Pattern PLACEHOLDER =
      Pattern.compile("\\{(\\w+)(?::([^}|]+))?(?:\\|([^}|]+)\\|([^}|]+))?}");

  /**
   * Copies the facts.
   *
   * @throws IllegalArgumentException if the id is not lower case letters and hyphens, or a fact is
   *     of another type
   */
  public Remark {
    if (!id.matches("[a-z][a-z-]*")) {
      throw new IllegalArgumentException("not the id of a remark: '" + id + "'");
    }
    facts.forEach(Remark::checkFact);
    facts = facts.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(facts));
  }

  /** Returns a remark that is only a text. */
  public static Remark of(String text) {
    return new Remark(FREE_TEXT, text, Map.of());
  }

  /**
   * Returns a remark with facts.
   *
   * @param values the facts, one for each pair of braces in the form
   * @throws IllegalArgumentException if their numbers differ
   */
  public static Remark of(String id, String form, Object... values) {
    return new Remark(id, form, facts(form, values));
  }

  /** Returns the text of this remark: its form with the facts filled in. */
  public String text() {
    return facts.isEmpty()
        ? form
        : PLACEHOLDER.matcher(form).replaceAll(fact -> Matcher.quoteReplacement(render(fact)));
  }

  @Override
  public String toString() {
    return text();
  }

  private static void checkFact(String name, Object fact) {
    if (fact instanceof List<?> names) {
      names.forEach(one -> checkFact(name, one));
    } else if (!(fact instanceof Quantity
        || fact instanceof Long
        || fact instanceof Double
        || fact instanceof String)) {
      throw new IllegalArgumentException(name + " is no fact of a remark: " + fact.getClass());
    }
  }

  private static Map<String, Object> facts(String form, Object... values) {
    Map<String, Object> facts = new LinkedHashMap<>();
    Matcher names = PLACEHOLDER.matcher(form);
    for (Object value : values) {
      if (!names.find()) {
        throw new IllegalArgumentException(values.length + " facts are too many for: " + form);
      }
      facts.put(names.group(1), value instanceof Integer number ? number.longValue() : value);
    }
    if (names.find()) {
      throw new IllegalArgumentException(values.length + " facts are too few for: " + form);
    }
    return facts;
  }

  private String render(MatchResult placeholder) {
    Object fact = facts.get(placeholder.group(1));
    String format = placeholder.group(2);
    String singular = placeholder.group(3);
    if (fact == null) {
      return placeholder.group();
    }
    if (fact instanceof List<?> names) {
      String separator = format == null ? ", " : format;
      return names.stream().map(Object::toString).collect(Collectors.joining(separator));
    }
    String text = render(fact, format);
    return singular == null
        ? text
        : text + " " + (text.equals("1") ? singular : placeholder.group(4));
  }

  private static String render(Object fact, @Nullable String format) {
    if (fact instanceof Quantity quantity) {
      return switch (format == null ? "" : format) {
        case "both" -> quantity.both();
        case "rounded" -> quantity.rounded();
        case "exact" -> quantity.exact();
        default -> quantity instanceof DataSize ? quantity.exact() : quantity.rounded();
      };
    }
    if (format != null) {
      return String.format(Locale.ROOT, format, fact);
    }
    return fact instanceof Long number && number >= 0 ? new Count(number).exact() : fact.toString();
  }
}
