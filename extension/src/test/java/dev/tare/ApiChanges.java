package dev.tare;

import static java.util.stream.Collectors.joining;

import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** The difference between an accepted API and the present one. */
record ApiChanges(SortedMap<String, String> accepted, SortedMap<String, String> present) {

  private static final String SEPARATOR = " : ";

  static String text(SortedMap<String, String> api) {
    return api.entrySet().stream()
        .map(entry -> (entry.getKey() + SEPARATOR + entry.getValue()).strip() + "\n")
        .collect(joining());
  }

  static SortedMap<String, String> parse(String text) {
    SortedMap<String, String> api = new TreeMap<>();
    text.lines()
        .map(line -> (line + " ").split(SEPARATOR, 2))
        .forEach(parts -> api.put(parts[0], parts[1].strip()));
    return api;
  }

  /** Renders each changed entry; nothing if there is none. */
  String render() {
    return section("breaks users", this::breaks) + section("only adds", name -> !breaks(name));
  }

  private String section(String title, Predicate<String> selected) {
    SortedSet<String> names = new TreeSet<>(accepted.keySet());
    names.addAll(present.keySet());
    String lines =
        names.stream()
            .filter(name -> !same(name) && selected.test(name))
            .map(this::change)
            .collect(joining());
    return lines.isEmpty() ? "" : title + "\n" + lines;
  }

  private boolean same(String name) {
    return present.getOrDefault(name, "none").equals(accepted.getOrDefault(name, "none"));
  }

  /** An added member breaks users too if it must be implemented or set. */
  private boolean breaks(String name) {
    String value = present.getOrDefault(name, "");
    boolean demanded = value.contains(" abstract ") || value.endsWith(", required");
    return accepted.containsKey(name) || (demanded && accepted.containsKey(owner(name)));
  }

  private static String owner(String member) {
    return member.replaceFirst("\\.\\w+(\\(.*)?$", "");
  }

  private String change(String name) {
    String before = accepted.get(name);
    String now = present.get(name);
    if (before == null) {
      return "  added    " + name + SEPARATOR + now + "\n";
    }
    return now == null
        ? "  removed  " + name + SEPARATOR + before + "\n"
        : "  changed  " + name + SEPARATOR + before + "\n       to  " + now + "\n";
  }
}
