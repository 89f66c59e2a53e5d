package dev.tare.internal.agent.weave;

import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Classes chosen by name: those that one of the included patterns fits and none of the excluded.
 *
 * <p>In a pattern {@code *} stands for any characters, dots too. A pattern that fits a class fits
 * the classes nested in it. Classes of the JDK and of Tare itself are never chosen.
 */
public final class NamePatterns implements ClassSelection {

  private final List<Pattern> included;
  private final List<Pattern> excluded;
  private final String own = location(NamePatterns.class.getProtectionDomain());

  /** A class is chosen that fits one of the included patterns and none of the excluded ones. */
  public NamePatterns(List<String> included, List<String> excluded) {
    this.included = included.stream().map(NamePatterns::pattern).toList();
    this.excluded = excluded.stream().map(NamePatterns::pattern).toList();
  }

  @Override
  public boolean includes(
      String name, @Nullable ClassLoader loader, @Nullable ProtectionDomain domain) {
    return loader != null
        && loader != ClassLoader.getPlatformClassLoader()
        && !name.startsWith("jdk.internal.")
        && fits(name)
        && !location(domain).equals(own);
  }

  private static String location(@Nullable ProtectionDomain domain) {
    CodeSource source = domain == null ? null : domain.getCodeSource();
    URL location = source == null ? null : source.getLocation();
    return location == null ? "" : location.toExternalForm();
  }

  /** Whether a class of this name would be chosen. */
  public boolean fits(String name) {
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
