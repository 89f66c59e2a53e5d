package dev.tare.extension;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apiguardian.api.API;

/**
 * The options of a body or a value that is measured without an annotation. A metric reads them in
 * place of an annotation's attributes. An option that no metric reads is refused.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class Options {

  private final Map<String, Object> values;
  private final Subject.Site site;
  private final Configuration configuration;
  private final Set<String> unread;

  /**
   * @param values the values by the names of attributes
   * @param site the method of the interface through which the body is called
   */
  public Options(Map<String, Object> values, Subject.Site site, Configuration configuration) {
    this.values = Map.copyOf(values);
    this.site = site;
    this.configuration = configuration;
    this.unread = new TreeSet<>(values.keySet());
  }

  /**
   * Returns the value of an option.
   *
   * @param name the name of an attribute: {@code "scope"} for {@code withScope}
   * @param otherwise the value if the option is not set
   */
  @SuppressWarnings("unchecked") // MeasuredBody sets options of the attribute's type only
  public <T> T get(String name, T otherwise) {
    unread.remove(name);
    return (T) values.getOrDefault(name, otherwise);
  }

  /** Returns the schedule of {@code withRuns} and {@code withWarmups}. */
  public Schedule schedule() {
    return Schedule.of(get("warmups", Unset.NUMBER), get("runs", Unset.NUMBER));
  }

  /** Returns the method of the interface through which the body is called. */
  public Subject.Site site() {
    return site;
  }

  /** Returns the policy and defaults of the suite. */
  public Configuration configuration() {
    return configuration;
  }

  /** Returns the names of the options that no metric has read so far. */
  public Set<String> unread() {
    return Set.copyOf(unread);
  }
}
