package dev.tare.internal.agent.weave;

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
 * Selects classes and methods by name: those that match an included pattern and no excluded one.
 *
 * <p>In a pattern {@code *} stands for any characters, including dots. A pattern that matches a
 * class also matches its nested classes. A pattern such as {@code com.acme.Cache.get*}, with a
 * small letter after the last dot, also matches methods and the lambdas in them. Classes of the JDK
 * and of Tare itself are never selected.
 */
public final class NamePatterns implements ClassSelection {

  /** A lambda's method; the group is the name of the method that contains the lambda. */
  private static final Pattern LAMBDA = Pattern.compile("^lambda\\$(.+)\\$\\d+$");

  private final List<NamePattern> included;
  private final List<NamePattern> excluded;
  private final String ownLocation =
      ClassSelection.location(NamePatterns.class.getProtectionDomain());

  /**
   * Creates a selection of the classes and methods that match an included pattern and no excluded
   * one.
   */
  public NamePatterns(List<String> included, List<String> excluded) {
    this.included = included.stream().map(NamePattern::of).toList();
    this.excluded = excluded.stream().map(NamePattern::of).toList();
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

  /** Returns whether the patterns select a class of this name, or may select methods of it. */
  public boolean matches(String name) {
    return included.stream()
            .anyMatch(pattern -> pattern.matchesClass(name) || pattern.matchesOwner(name))
        && excluded.stream().noneMatch(pattern -> pattern.matchesClass(name));
  }

  @Override
  public boolean includesMethod(String type, String method) {
    String sourceMethod = LAMBDA.matcher(method).replaceFirst("$1");
    return included.stream().anyMatch(pattern -> pattern.matches(type, sourceMethod))
        && excluded.stream().noneMatch(pattern -> pattern.matches(type, sourceMethod));
  }

  /**
   * One pattern.
   *
   * @param owners the classes whose methods it may match; null for a pattern of classes only
   * @param methods the names of these methods
   */
  private record NamePattern(Pattern classes, @Nullable Pattern owners, @Nullable Pattern methods) {

    static NamePattern of(String text) {
      int dot = text.lastIndexOf('.');
      Pattern classes = Pattern.compile(glob(text) + "(\\$.*)?", Pattern.DOTALL);
      return dot > 0 && dot + 1 < text.length() && Character.isLowerCase(text.charAt(dot + 1))
          ? new NamePattern(
              classes,
              Pattern.compile(glob(text.substring(0, dot)), Pattern.DOTALL),
              Pattern.compile(glob(text.substring(dot + 1)), Pattern.DOTALL))
          : new NamePattern(classes, null, null);
    }

    private static String glob(String text) {
      String[] parts = text.split("\\*", -1);
      return String.join(".*", Stream.of(parts).map(Pattern::quote).toList());
    }

    boolean matchesClass(String name) {
      return classes.matcher(name).matches();
    }

    boolean matchesOwner(String name) {
      return owners != null && owners.matcher(name).matches();
    }

    boolean matches(String type, String method) {
      return matchesClass(type)
          || (matchesOwner(type) && methods != null && methods.matcher(method).matches());
    }
  }
}
