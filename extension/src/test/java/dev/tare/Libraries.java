package dev.tare;

import java.util.List;

/** Lists the libraries that each package may import, by package relative to the root. */
record Libraries(Floors floors) {

  private static final List<String> EVERYWHERE =
      List.of(
          "java.",
          "javax.management",
          "com.sun.management",
          "org.jspecify.annotations",
          "org.apiguardian.api");

  /** Returns whether the import is listed. */
  boolean mayImport(String importer, String imported) {
    String name = floors.relative(importer);
    return EVERYWHERE.stream().anyMatch(imported::startsWith) || listed(name, importer, imported);
  }

  private boolean listed(String name, String importer, String imported) {
    if (imported.startsWith("com.google.gson.stream")) {
      return List.of("internal.render", "heap").contains(name);
    }
    if (imported.startsWith("com.google.gson")) {
      return name.equals("internal.render");
    }
    if (imported.startsWith("org.apache.commons.")) {
      return name.equals("internal.stats");
    }
    if (imported.startsWith("javassist")) {
      return name.startsWith("internal.agent") || List.of("internal.call", "engine").contains(name);
    }
    if (imported.startsWith("com.sun.tools.attach")) {
      return name.equals("internal.attach");
    }
    if (imported.startsWith("jdk.jfr")) {
      return List.of("internal.profile", "internal.attach").contains(name);
    }
    if (imported.startsWith("org.opentest4j")) {
      return List.of("extension", "internal.jupiter", "assertj").contains(name);
    }
    if (imported.startsWith("org.assertj.")) {
      return name.equals("assertj");
    }
    if (imported.startsWith("org.junit.platform.launcher")
        || imported.startsWith("org.junit.platform.engine")) {
      return List.of("engine", "internal.fork").contains(name);
    }
    return junit(imported) && floors.of(importer).orElse(-1) >= Floors.EXTENSION;
  }

  /** Returns whether a package is published API of JUnit. */
  private static boolean junit(String imported) {
    return imported.startsWith("org.junit.jupiter.api")
        || imported.startsWith("org.junit.platform.commons");
  }
}
