package dev.tare.internal.agent;

import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which classes are the application's: those from folders, and those from where the test came from,
 * be it a jar. Classes in other jars are libraries, and so is Tare.
 *
 * <p>A build keeps what is being developed in folders of classes and hands over what it depends on
 * in jars.
 */
final class Application {

  private final String tare = location(Application.class.getProtectionDomain());
  private final Map<String, Boolean> known = new ConcurrentHashMap<>();

  private Application(Set<String> tests) {
    tests.forEach(location -> known.put(location, true));
    known.put(tare, false);
    known.put("", false);
  }

  /** The application that the tests belong to. */
  static Application of(Stream<Class<?>> tests) {
    return new Application(
        tests.map(test -> location(test.getProtectionDomain())).collect(Collectors.toSet()));
  }

  boolean includes(@Nullable ProtectionDomain domain) {
    return known.computeIfAbsent(location(domain), Application::isFolder);
  }

  boolean includes(Class<?> type) {
    // the boot loader's classes have no domain of interest, and asking takes a while
    return type.getClassLoader() != null && includes(type.getProtectionDomain());
  }

  private static String location(@Nullable ProtectionDomain domain) {
    CodeSource source = domain == null ? null : domain.getCodeSource();
    URL location = source == null ? null : source.getLocation();
    return location == null ? "" : location.toExternalForm();
  }

  private static boolean isFolder(String location) {
    try {
      return location.startsWith("file:") && Files.isDirectory(Path.of(URI.create(location)));
    } catch (IllegalArgumentException e) {
      return false; // no path on this machine
    }
  }
}
