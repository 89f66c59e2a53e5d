package dev.tare.internal.attach;

import dev.tare.internal.agent.ChildJvm;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javassist.bytecode.ClassFile;

/** An agent jar of the compiled classes, without the relocation of the finished jar. */
final class AgentJarFile {

  private AgentJarFile() {}

  static Path write(Path jar) throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.put(Attributes.Name.MAIN_CLASS, Main.class.getName());
    attributes.putValue("Premain-Class", Entry.class.getName());
    attributes.putValue("Agent-Class", Entry.class.getName());
    attributes.putValue("Can-Redefine-Classes", "true");
    attributes.putValue("Can-Retransform-Classes", "true");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest)) {
      addFolder(out, ChildJvm.home(Main.class));
      addJar(out, ChildJvm.home(ClassFile.class));
    }
    return jar;
  }

  private static void addFolder(JarOutputStream out, Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder.resolve("dev"))) {
      for (Path path : (Iterable<Path>) paths.filter(Files::isRegularFile)::iterator) {
        out.putNextEntry(new ZipEntry(folder.relativize(path).toString().replace('\\', '/')));
        Files.copy(path, out);
        out.closeEntry();
      }
    }
  }

  private static void addJar(JarOutputStream out, Path jar) throws IOException {
    try (JarFile from = new JarFile(jar.toFile())) {
      for (ZipEntry entry :
          (Iterable<ZipEntry>) from.stream().map(ZipEntry.class::cast)::iterator) {
        if (entry.getName().startsWith("javassist/") && !entry.isDirectory()) {
          out.putNextEntry(new ZipEntry(entry.getName()));
          try (InputStream in = from.getInputStream(entry)) {
            in.transferTo(out);
          }
          out.closeEntry();
        }
      }
    }
  }
}
