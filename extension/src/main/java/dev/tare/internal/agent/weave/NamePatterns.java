package dev.tare.internal.agent.weave;

import static java.util.stream.Collectors.joining;

import dev.tare.internal.agent.JdkModules;
import dev.tare.internal.agent.weave.ClassSelection.ClassIdentity;
import dev.tare.internal.agent.weave.ClassSelection.ClassOrigin;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Selects classes by name.
 *
 * <p>In a pattern {@code *} stands for any characters, including dots. A pattern that matches a
 * class also matches its nested classes. Classes of the JDK and of Tare itself are never selected.
 */
public final class NamePatterns implements ClassSelection {

  private final Pattern included;
  private final String ownLocation =
      ClassSelection.location(NamePatterns.class.getProtectionDomain());

  /** Creates a selection of the classes that match one of the patterns. */
  public NamePatterns(List<String> included) {
    this.included =
        Pattern.compile(
            included.stream().map(NamePatterns::regex).collect(joining("|", "(", ")(\\$.*)?")),
            Pattern.DOTALL);
  }

  private static String regex(String pattern) {
    return Stream.of(pattern.split("\\*", -1)).map(Pattern::quote).collect(joining(".*"));
  }

  @Override
  public Optional<ClassOrigin> origin(ClassIdentity type, @Nullable ProtectionDomain domain) {
    return JdkModules.isJdkLoader(type.loader())
            || type.name().startsWith("jdk.internal.")
            || !matches(type.name())
            || ClassSelection.location(domain).equals(ownLocation)
        ? Optional.empty()
        : Optional.of(ClassOrigin.APPLICATION);
  }

  /** Returns whether a pattern matches a class of this name. */
  boolean matches(String name) {
    return included.matcher(name).matches();
  }
}
