package dev.tare.internal.agent.weave;

import dev.tare.internal.agent.JdkModules;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Selects classes by name: those that match an included pattern and no excluded one.
 *
 * <p>In a pattern {@code *} stands for any characters, including dots. A pattern that matches a
 * class also matches its nested classes. Classes of the JDK and of Tare itself are never selected.
 */
public final class NamePatterns implements ClassSelection {

  private final List<Pattern> included;
  private final List<Pattern> excluded;
  private final String own = location(NamePatterns.class.getProtectionDomain());

  /** Creates a selection of the classes that match an included pattern and no excluded one. */
  public NamePatterns(List<String> included, List<String> excluded) {
    this.included = included.stream().map(NamePatterns::pattern).toList();
    this.excluded = excluded.stream().map(NamePatterns::pattern).toList();
  }

  @Override
  public boolean includes(
      String name, @Nullable ClassLoader loader, @Nullable ProtectionDomain domain) {
    return !JdkModules.isLoader(loader)
        && !name.startsWith("jdk.internal.")
        && matches(name)
        && !location(domain).equals(own);
  }

  private static String location(@Nullable ProtectionDomain domain) {
    CodeSource source = domain == null ? null : domain.getCodeSource();
    URL location = source == null ? null : source.getLocation();
    return location == null ? "" : location.toExternalForm();
  }

  /** Returns whether the patterns select a class of this name. */
  public boolean matches(String name) {
    return any(included, name) && !any(excluded, name);
  }

  private static boolean any(List<Pattern> patterns, String name) {
    return patterns.stream().anyMatch(pattern -> pattern.matcher(name).matches());
  }

  private static Pattern pattern(String text) {
    String[] parts = text.split("\\*", -1);
    return Pattern.compile(
        String.join(".*", Stream.of(parts).map(Pattern::quote).toList()) + "(\\$.*)?",
        Pattern.DOTALL);
  }
}
