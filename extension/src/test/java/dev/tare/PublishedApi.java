package dev.tare;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Renders what users of a module can compile against: one entry for each package, type and member,
 * from its name to everything about it that users may rely on.
 */
final class PublishedApi {

  /** Methods that every object, or every enum, has. */
  private static final Pattern IMPLIED =
      Pattern.compile(
          "equals\\((@\\w+ )?Object\\)|hashCode\\(\\)|toString\\(\\)|valueOf\\(String\\)|values\\(\\)");

  private final Set<String> packages;
  private final TypeText types = new TypeText(this::published);
  private final MemberText text = new MemberText(types);
  private final SortedMap<String, String> entries = new TreeMap<>();

  private PublishedApi(Set<String> packages) {
    this.packages = packages;
  }

  /** Renders the module whose class files are in a folder; other types are those of this JVM. */
  static String of(Path classes) throws IOException {
    try (URLClassLoader loader = loader(classes);
        InputStream descriptor = Files.newInputStream(classes.resolve("module-info.class"))) {
      ModuleDescriptor module = ModuleDescriptor.read(descriptor);
      PublishedApi api = new PublishedApi(exported(module));
      module.requires().forEach(other -> api.add("requires " + other.name(), modifiers(other)));
      for (String name : api.packages) {
        api.add("package " + name, "");
        try (Stream<Path> files = Files.list(classes.resolve(name.replace('.', '/')))) {
          files
              .map(file -> file.getFileName().toString())
              .filter(file -> file.endsWith(".class"))
              .map(file -> load(loader, name + "." + file.replace(".class", "")))
              .forEach(api::addFile);
        }
      }
      return api.entries.entrySet().stream()
          .map(entry -> (entry.getKey() + " : " + entry.getValue()).strip() + "\n")
          .collect(joining());
    }
  }

  /** Returns a class loader without the test classes, whose packages have the same names. */
  private static URLClassLoader loader(Path classes) throws IOException {
    List<URL> path = new ArrayList<>(List.of(classes.toUri().toURL()));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (entry.endsWith(".jar")) {
        path.add(Path.of(entry).toUri().toURL());
      }
    }
    return new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  private static Class<?> load(ClassLoader loader, String name) {
    try {
      return Class.forName(name, true, loader);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the packages that a module exports to all others. */
  static Set<String> exported(ModuleDescriptor module) {
    return module.exports().stream()
        .filter(exports -> !exports.isQualified())
        .map(Exports::source)
        .collect(toSet());
  }

  private static String modifiers(Requires other) {
    return other.modifiers().stream()
        .map(modifier -> modifier.toString().toLowerCase(Locale.ROOT))
        .sorted()
        .collect(joining(" "));
  }

  private boolean published(Class<?> type) {
    Class<?> outer = type.getEnclosingClass();
    return visible(type.getModifiers())
        && (outer == null ? packages.contains(type.getPackageName()) : published(outer));
  }

  private static boolean visible(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private void addFile(Class<?> type) {
    if (type.getSimpleName().equals("package-info")) {
      entries.put("package " + type.getPackageName(), types.annotations(type).strip());
    } else if (!type.isMemberClass()) {
      addType(type);
    }
  }

  private void addType(Class<?> type) {
    if (published(type)) {
      addMembers(type);
    }
  }

  private void addMembers(Class<?> type) {
    add(type.getCanonicalName(), text.declaration(type));
    Arrays.stream(type.getDeclaredClasses()).forEach(this::addType);
    addMembers(type, type);
  }

  /** Adds members declared in a type or in its supertypes that are not published. */
  private void addMembers(Class<?> type, Class<?> declaring) {
    members(declaring)
        .filter(member -> visible(member.getModifiers()) && !member.isSynthetic())
        .filter(member -> !IMPLIED.matcher(text.name(member)).matches())
        .forEach(
            member ->
                add(type.getCanonicalName() + "." + text.name(member), text.describe(member)));
    Stream.concat(
            Stream.of(declaring.getInterfaces()), Stream.ofNullable(declaring.getSuperclass()))
        .filter(parent -> parent.getName().startsWith("dev.tare.") && !published(parent))
        .forEach(parent -> addMembers(type, parent));
    if (type.isRecord()) {
      RecordComponent[] components = type.getRecordComponents();
      for (int i = 0; i < components.length; i++) {
        String value = "component " + i + " " + types.of(components[i].getAnnotatedType());
        add(type.getCanonicalName() + "." + components[i].getName(), value);
      }
    }
  }

  private static Stream<Member> members(Class<?> type) {
    return Stream.of(
            type.isEnum() ? new Member[0] : type.getDeclaredConstructors(),
            type.getDeclaredMethods(),
            type.getDeclaredFields())
        .flatMap(Arrays::stream);
  }

  /** Adds an entry unless a subtype, which is visited first, has the same one. */
  private void add(String name, String value) {
    entries.putIfAbsent(name, value.strip());
  }
}
