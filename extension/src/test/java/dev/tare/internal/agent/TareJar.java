package dev.tare.internal.agent;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** A jar of Tare's classes with the manifest that the build gives it. */
public final class TareJar {

  private TareJar() {}

  /** Writes the jar into a folder, unless it exists there. */
  public static Path in(Path folder) throws IOException {
    Path jar = folder.resolve("tare.jar");
    if (Files.exists(jar)) {
      return jar;
    }
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue("Premain-Class", Premain.class.getName());
    attributes.putValue("Agent-Class", Premain.class.getName());
    Path classes = ChildJvm.home(Agent.class);
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest);
        Stream<Path> paths = Files.walk(classes)) {
      for (Path path : (Iterable<Path>) paths.filter(Files::isRegularFile)::iterator) {
        out.putNextEntry(new ZipEntry(classes.relativize(path).toString().replace('\\', '/')));
        Files.copy(path, out);
        out.closeEntry();
      }
    }
    return jar;
  }
}
