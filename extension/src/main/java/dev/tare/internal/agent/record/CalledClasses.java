package dev.tare.internal.agent.record;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;

import dev.tare.internal.agent.JdkModules;
import dev.tare.internal.agent.weave.ClassSelection;
import dev.tare.internal.agent.weave.CodeSite;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds the loaded classes whose methods may run in calls, by the class and the name of the called
 * method.
 *
 * @param loaded the classes to search
 * @param selection selects the classes that may be woven
 */
record CalledClasses(List<Class<?>> loaded, ClassSelection selection) {

  /** Stands for all methods of a class. */
  static final String ALL = "*";

  /** Beginning of the names that javac gives to the methods with the code of lambdas. */
  private static final String LAMBDA_CODE = "lambda$";

  /** Suffix of the names of lambdas, whose code is in a method of their own class. */
  private static final Pattern LAMBDA = Pattern.compile("\\$\\$Lambda.*");

  /** Methods of the classes in which a concatenation runs; the JVM's hidden classes call them. */
  private static final List<String> CONCATENATION =
      List.of("java.lang.StringConcatHelper.*", "java.lang.String.valueOf");

  /**
   * Returns the names of the methods that the calls at the sites may run, by class: all methods of
   * the class that a call names, and those of that name in the classes above and below it.
   */
  Map<Class<?>, Set<String>> at(List<CodeSite> sites) {
    Map<String, Set<String>> methods = methodsByClass(sites);
    Map<Class<?>, Set<String>> found = new HashMap<>();
    for (Class<?> owner : named(methods.keySet())) {
      Set<String> names = methods.getOrDefault(owner.getName(), Set.of());
      // methods of the JDK are called too often for hooks in all of a class, for example String
      add(found, owner, JdkModules.isOfTheJdk(owner) ? names : Set.of(ALL));
      Set<String> lambdaHosts = new HashSet<>();
      for (Class<?> type : loaded) {
        if (type.isHidden() && owner.isAssignableFrom(type)) {
          lambdaHosts.add(LAMBDA.matcher(type.getName()).replaceFirst(""));
        } else if (isRelated(type, owner) && declares(type, names)) {
          add(found, type, names);
        }
      }
      named(lambdaHosts).forEach(host -> add(found, host, names));
    }
    return found;
  }

  private void add(Map<Class<?>, Set<String>> found, Class<?> type, Set<String> names) {
    if (!type.isHidden() && selection.includes(type)) { // the JVM refuses hidden classes
      found.computeIfAbsent(type, added -> new HashSet<>()).addAll(names);
    }
  }

  /** Returns whether a method is woven, given the names of the called methods of its class. */
  static boolean includes(Set<String> names, String method) {
    return names.contains(ALL) || names.contains(method) || method.startsWith(LAMBDA_CODE);
  }

  private static Map<String, Set<String>> methodsByClass(List<CodeSite> sites) {
    return sites.stream()
        .flatMap(site -> site.called().map(Stream::of).orElse(CONCATENATION.stream()))
        .collect(
            groupingBy(
                method -> method.substring(0, method.lastIndexOf('.')),
                mapping(method -> method.substring(method.lastIndexOf('.') + 1), toSet())));
  }

  private List<Class<?>> named(Set<String> names) {
    return loaded.stream().filter(type -> names.contains(type.getName())).toList();
  }

  /** Returns whether a method of the owner may be inherited from the type or overridden in it. */
  private static boolean isRelated(Class<?> type, Class<?> owner) {
    return owner.isAssignableFrom(type) || type.isAssignableFrom(owner);
  }

  private static boolean declares(Class<?> type, Set<String> names) {
    try {
      return Stream.of(type.getDeclaredMethods())
          .anyMatch(method -> names.contains(method.getName()));
    } catch (LinkageError e) {
      return false; // refers to a class that is missing
    }
  }
}
