package dev.tare;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.agent.ChildJvm;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleFinder;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import javassist.bytecode.ClassFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.mockito.Mockito;

/** Tests the finished jar of the library; runs only after it has been built. */
@EnabledIfSystemProperty(named = "build.jar", matches = ".+")
class ReleasedJarTests {

  private static final String LIBRARIES = "dev.tare.internal.shaded.";

  private final Path jar = Path.of(System.getProperty("build.jar"));

  @Test
  void jarHasNoClassesUnderForeignNames() throws IOException {
    assertThat(files())
        .contains("dev/tare/Tare.class")
        .allMatch(name -> name.matches("(dev/tare|META-INF)/.*|module-info\\.class"));
    assertThat(files()).filteredOn(name -> name.startsWith("META-INF")).noneMatch(this::isClass);
  }

  @Test
  void jarHasAtMostTwoAndAHalfMegabytes() throws IOException {
    assertThat(Files.size(jar)).isLessThanOrEqualTo(2_500_000);
  }

  @Test
  void jarHasLicencesAndNotices() throws IOException {
    assertThat(files()).contains("META-INF/LICENSE", "dev/tare/internal/render/export/d3/LICENSE");
    assertThat(text("META-INF/NOTICE"))
        .contains("Gson", "Javassist", "Commons Statistics", "Commons Numbers", "Boost", "D3")
        .contains("Commons RNG");
    assertThat(text("dev/tare/internal/render/export/d3/NOTICE"))
        .contains("Robert Penner", "Charles Karney", "Cynthia Brewer", "Mapbox");
  }

  @Test
  void jarHasAllClassesOfLibrariesThatItsMethodsReach() throws IOException {
    ReachedClasses reached =
        new ReachedClasses(
            types(),
            name -> name.startsWith(LIBRARIES),
            // the compiler cannot know that only annotations and names are copied, no code
            method -> method.startsWith(LIBRARIES + "javassist.bytecode.CodeAttribute.copy("));

    assertThat(reached.missing()).isEmpty();
  }

  /** The JVM loads further classes when it verifies one, which the search above does not notice. */
  @Test
  void classesOfLibrariesCanBeVerified() throws Exception {
    List<String> names =
        types().keySet().stream().filter(name -> name.startsWith(LIBRARIES)).toList();
    URL[] path = {jar.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(path, ClassLoader.getPlatformClassLoader())) {
      for (String name : names) {
        assertThat(Class.forName(name, true, loader)).isNotNull();
      }
    }

    assertThat(names).hasSizeGreaterThan(100);
  }

  @Test
  void moduleContainsTheLibrariesAndRequiresNoneOfThem() {
    ModuleDescriptor module = ModuleFinder.of(jar).find("dev.tare").orElseThrow().descriptor();

    assertThat(module.requires().stream().map(Requires::name))
        .filteredOn(name -> !name.matches("(java|jdk)\\..*|org\\.(junit|opentest4j|assertj).*"))
        .containsExactlyInAnyOrder("org.apiguardian.api", "org.jspecify");
    assertThat(module.packages()).contains(LIBRARIES + "javassist.bytecode");
    assertThat(module.exports().stream().map(Exports::source))
        .contains("dev.tare")
        .noneMatch(name -> name.startsWith(LIBRARIES));
    assertThat(module.rawVersion()).isPresent();
  }

  @Test
  void publishedPomBringsAnnotationsOnly() throws IOException {
    String pom = Files.readString(Path.of("dependency-reduced-pom.xml"));

    assertThat(
            Pattern.compile("<dependency>.*?</dependency>", Pattern.DOTALL)
                // a profile of this build is not active in the builds of users
                .matcher(pom.replaceAll("(?s)<(exclusions|profiles)>.*?</\\1>", ""))
                .results()
                .map(dependency -> dependency.group())
                .filter(text -> !text.matches("(?s).*<(scope>(provided|test)|optional>true)<.*")))
        .map(text -> text.replaceAll("(?s).*<artifactId>(.*)</artifactId>.*", "$1"))
        .containsExactlyInAnyOrder("apiguardian-api", "jspecify");
  }

  @Test
  void callsOfMocksAreCountedIfMockitoIsTheSecondAgent() {
    ChildJvm child =
        ChildJvm.run(
            List.of(
                "-javaagent:" + jar, "-javaagent:" + ChildJvm.home(Mockito.class), "-Xshare:off"),
            System.getProperty("java.class.path")
                .replace(ChildJvm.home(Tare.class).toString(), jar.toString()),
            MockedCallsProbe.class);

    assertThat(child.err()).isEmpty();
    assertThat(child.out()).isEqualTo("1");
  }

  private boolean isClass(String name) {
    return name.endsWith(".class");
  }

  private List<String> files() throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.stream().filter(entry -> !entry.isDirectory()).map(ZipEntry::getName).toList();
    }
  }

  private String text(String name) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      return new String(file.getInputStream(new ZipEntry(name)).readAllBytes(), UTF_8);
    }
  }

  private Map<String, ClassFile> types() throws IOException {
    Map<String, ClassFile> types = new HashMap<>();
    try (JarFile file = new JarFile(jar.toFile())) {
      for (String name : files()) {
        if (isClass(name) && !name.equals("module-info.class")) {
          ClassFile type =
              new ClassFile(new DataInputStream(file.getInputStream(new ZipEntry(name))));
          types.put(type.getName(), type);
        }
      }
    }
    return types;
  }
}
