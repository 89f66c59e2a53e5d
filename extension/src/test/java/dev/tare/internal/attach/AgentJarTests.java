package dev.tare.internal.attach;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.agent.ChildJvm;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import javassist.bytecode.ClassFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Tests the finished agent jar; runs only after it has been built. */
@EnabledIfSystemProperty(named = "build.agent.jar", matches = ".+")
class AgentJarTests {

  private static final String OWN = "dev/tare/shaded/";

  private final Path jar = Path.of(System.getProperty("build.agent.jar"));

  @Test
  void jarHasNoClassesUnderForeignNames() throws IOException {
    assertThat(files()).isNotEmpty().allMatch(name -> name.startsWith(OWN));
  }

  @Test
  void jarHasLicenceAndNotices() throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      assertThat(file.stream().map(ZipEntry::getName))
          .contains("META-INF/LICENSE", "META-INF/NOTICE");
    }
  }

  @Test
  void jarHasAllClassesThatItNeeds() throws IOException {
    Set<String> files = files();
    Set<String> missing = new TreeSet<>();
    try (JarFile file = new JarFile(jar.toFile())) {
      for (String name : classes(files)) {
        ClassFile type =
            new ClassFile(new DataInputStream(file.getInputStream(new ZipEntry(name))));
        for (String used : type.getConstPool().getClassNames()) {
          missing.add(used.replace('.', '/'));
        }
      }
    }
    missing.removeIf(name -> !name.startsWith("dev/tare/") && !name.startsWith("javassist/"));
    missing.removeIf(name -> files.contains(name + ".class"));

    assertThat(missing).isEmpty();
  }

  @Test
  void jarRecordsAndRestoresAProcess() throws Exception {
    try (Target target = Target.start("-XX:+EnableDynamicAgentLoading")) {
      ChildJvm command =
          ChildJvm.start(
              List.of(
                  "-jar",
                  jar.toString(),
                  target.pid(),
                  "include=dev.tare.internal.attach.*",
                  "seconds=1"));

      assertThat(command.exitCode()).as(command.err()).isZero();
      assertThat(command.out()).startsWith("Process " + target.pid() + " allocated ");
      assertThat(target.ask("types")).isEqualTo("recorder");
      assertThat(target.errors()).isEmpty();
    }
  }

  private static List<String> classes(Set<String> files) {
    return files.stream().filter(name -> name.endsWith(".class")).toList();
  }

  private Set<String> files() throws IOException {
    Set<String> names = new HashSet<>();
    try (JarFile file = new JarFile(jar.toFile())) {
      file.stream()
          .filter(entry -> !entry.isDirectory())
          .map(ZipEntry::getName)
          .filter(name -> !name.startsWith("META-INF/"))
          .forEach(names::add);
    }
    return names;
  }
}
