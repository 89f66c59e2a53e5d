package dev.tare.internal.agent.weave;

import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
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
 * Tells the layers apart by where classes were loaded from. The application's come from folders, or
 * from where a test came from, be it a jar, or from a test's own loader that does not say where.
 * Classes in other jars are libraries. Tare and what it weaves with are in no layer, nor are other
 * agents: to weave what mocks the JDK's own classes is to be called by it without end.
 *
 * <p>A build keeps what is being developed in folders of classes and hands over what it depends on
 * in jars.
 */
public final class ClassOrigins implements ClassSelection {

  private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();
  private static final ClassLoader SYSTEM = ClassLoader.getSystemClassLoader();

  private final ClassOrigin reach;
  private final Map<String, Optional<ClassOrigin>> known = new ConcurrentHashMap<>();
  private final Set<ClassLoader> own = new HashSet<>();

  /**
   * @param tests whose application it is
   * @param reach the farthest layer that is woven
   */
  public ClassOrigins(List<Class<?>> tests, ClassOrigin reach) {
    this.reach = reach;
    for (Class<?> test : tests) {
      known.put(location(test.getProtectionDomain()), Optional.of(ClassOrigin.APPLICATION));
      own.add(test.getClassLoader());
    }
    own.remove(SYSTEM);
    for (Class<?> tool : List.of(ClassOrigins.class, ClassFile.class)) {
      known.put(location(tool.getProtectionDomain()), Optional.empty());
    }
    known.remove("");
  }

  @Override
  public boolean includes(
      String name, @Nullable ClassLoader loader, @Nullable ProtectionDomain domain) {
    return find(name, loader, domain).filter(reach::takesIn).isPresent();
  }

  @Override
  public boolean includes(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    // the boot loader's classes have no domain of interest, and asking takes a while
    return includes(type.getName(), loader, loader == null ? null : type.getProtectionDomain());
  }

  @Override
  public ClassOrigin layer(
      String name, @Nullable ClassLoader loader, @Nullable ProtectionDomain domain) {
    return find(name, loader, domain).orElseThrow();
  }

  private Optional<ClassOrigin> find(
      String name, @Nullable ClassLoader loader, @Nullable ProtectionDomain domain) {
    if (loader == null || loader == PLATFORM) {
      return RecorderClass.isCopy(name) ? Optional.empty() : Optional.of(ClassOrigin.JDK);
    }
    if (!OtherAgents.label(name).isEmpty()) {
      return Optional.empty();
    }
    String location = location(domain);
    return location.isEmpty()
        ? Optional.of(own.contains(loader) ? ClassOrigin.APPLICATION : ClassOrigin.LIBRARIES)
        : known.computeIfAbsent(location, ClassOrigins::of);
  }

  private static String location(@Nullable ProtectionDomain domain) {
    CodeSource source = domain == null ? null : domain.getCodeSource();
    URL location = source == null ? null : source.getLocation();
    return location == null ? "" : location.toExternalForm();
  }

  private static Optional<ClassOrigin> of(String location) {
    if (location.startsWith("jrt:")) {
      boolean jdk = location.startsWith("jrt:/java.") || location.startsWith("jrt:/jdk.");
      return Optional.of(jdk ? ClassOrigin.JDK : ClassOrigin.LIBRARIES);
    }
    return Optional.of(isFolder(location) ? ClassOrigin.APPLICATION : ClassOrigin.LIBRARIES);
  }

  private static boolean isFolder(String location) {
    try {
      return location.startsWith("file:") && Files.isDirectory(Path.of(URI.create(location)));
    } catch (IllegalArgumentException e) {
      return false; // no path on this machine
    }
  }
}
