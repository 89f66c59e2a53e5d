package dev.tare.internal.agent.weave;

import dev.tare.internal.agent.JdkModules;
import dev.tare.internal.agent.weave.ClassSelection.ClassIdentity;
import dev.tare.internal.agent.weave.ClassSelection.ClassOrigin;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javassist.bytecode.ClassFile;
import org.jspecify.annotations.Nullable;

/**
 * Determines the origin of classes by the location from which they were loaded.
 *
 * <ul>
 *   <li>Application: folders, the location of a test even if it is a jar, and a test's own class
 *       loader if it gives no location.
 *   <li>Libraries: other jars.
 *   <li>No origin: Tare, Javassist and other agents, which are never woven. Hooks in an agent that
 *       mocks JDK classes would call themselves endlessly.
 * </ul>
 *
 * <p>A build keeps the code under development in folders of classes and its dependencies in jars.
 */
public final class ClassOrigins implements ClassSelection {

  private static final ClassLoader SYSTEM_LOADER = ClassLoader.getSystemClassLoader();

  private final ClassOrigin farthest;
  private final Map<String, Optional<ClassOrigin>> byLocation = new ConcurrentHashMap<>();
  private final Set<ClassLoader> testLoaders = new HashSet<>();

  /**
   * @param tests the test classes that belong to the application
   * @param farthest the farthest origin that is woven
   */
  public ClassOrigins(List<Class<?>> tests, ClassOrigin farthest) {
    this.farthest = farthest;
    for (Class<?> test : tests) {
      byLocation.put(
          ClassSelection.location(test.getProtectionDomain()),
          Optional.of(ClassOrigin.APPLICATION));
      testLoaders.add(test.getClassLoader());
    }
    testLoaders.remove(SYSTEM_LOADER);
    for (Class<?> tool : List.of(ClassOrigins.class, ClassFile.class)) {
      byLocation.put(ClassSelection.location(tool.getProtectionDomain()), Optional.empty());
    }
    byLocation.remove("");
  }

  @Override
  public Optional<ClassOrigin> origin(ClassIdentity type, @Nullable ProtectionDomain domain) {
    return find(type, domain).filter(origin -> farthest.compareTo(origin) >= 0);
  }

  private Optional<ClassOrigin> find(ClassIdentity type, @Nullable ProtectionDomain domain) {
    if (JdkModules.isJdkLoader(type.loader())) {
      return RecorderClass.isCopy(type.name()) ? Optional.empty() : Optional.of(ClassOrigin.JDK);
    }
    if (!OtherAgents.label(type.name()).isEmpty()) {
      return Optional.empty();
    }
    String location = ClassSelection.location(domain);
    return location.isEmpty()
        ? Optional.of(
            testLoaders.contains(type.loader()) ? ClassOrigin.APPLICATION : ClassOrigin.LIBRARIES)
        : byLocation.computeIfAbsent(location, ClassOrigins::ofLocation);
  }

  private static Optional<ClassOrigin> ofLocation(String location) {
    if (location.startsWith("jrt:")) {
      boolean isJdk = location.startsWith("jrt:/java.") || location.startsWith("jrt:/jdk.");
      return Optional.of(isJdk ? ClassOrigin.JDK : ClassOrigin.LIBRARIES);
    }
    return Optional.of(isFolder(location) ? ClassOrigin.APPLICATION : ClassOrigin.LIBRARIES);
  }

  private static boolean isFolder(String location) {
    try {
      return location.startsWith("file:") && Files.isDirectory(Path.of(URI.create(location)));
    } catch (IllegalArgumentException e) {
      return false; // not a path on this machine
    }
  }
}
