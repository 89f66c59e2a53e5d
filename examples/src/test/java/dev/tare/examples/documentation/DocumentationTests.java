package dev.tare.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.extension.Configuration;
import dev.tare.extension.ConfigurationKey;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.commons.support.ReflectionSupport;

/** Checks that the documentation shows code that compiles and output that was printed. */
class DocumentationTests {

  private static final Repository REPOSITORY = Repository.here();

  @ParameterizedTest
  @MethodSource("documents")
  void blocksEqualTheirFiles(String path) {
    if (Repository.WRITE) {
      REPOSITORY.write(path, document(path).corrected());
    }

    assertThat(document(path).problems()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("documents")
  void linksLeadToFilesAndSections(String path) {
    Links links = new Links(REPOSITORY::exists, REPOSITORY::text);

    assertThat(links.broken(path, REPOSITORY.text(path).orElseThrow())).isEmpty();
  }

  @Test
  void configurationPageHasARowForEveryKey() {
    String page = REPOSITORY.text("docs/guide/configuration.md").orElseThrow();

    assertThat(ConfigurationKey.values())
        .allSatisfy(key -> assertThat(page).contains("\n| `" + key.key() + "` | "));
  }

  @Test
  void readmeFitsItsPage() {
    assertThat(REPOSITORY.text("README.md").orElseThrow().lines().count()).isLessThanOrEqualTo(160);
  }

  @Test
  void gradleBuildOfTheReadmeHasTheDependenciesOfTheStarter() {
    String readme = REPOSITORY.text("README.md").orElseThrow();
    String starter = REPOSITORY.text("examples/starter/java/pom.xml").orElseThrow();
    String argument = starter.replaceAll("(?s).*<argLine>(.*)</argLine>.*", "$1");

    assertThat(found(readme, "testImplementation '([^']+)'"))
        .hasSize(2)
        .isEqualTo(
            found(
                starter.replaceAll("</(groupId|artifactId)>\\s*<(artifactId|version)>", ":"),
                "<groupId>(.*?)</version>\\s*<scope>test"));
    // Gradle 9 needs it; the version is that of JUnit's other modules
    assertThat(found(readme, "testRuntimeOnly '([^']+)'"))
        .containsExactly("org.junit.platform:junit-platform-launcher");
    assertThat(readme).contains("jvmArgs '" + argument + "'");
  }

  private static List<String> found(String text, String regex) {
    return Pattern.compile(regex).matcher(text).results().map(match -> match.group(1)).toList();
  }

  @Test
  void failureInTheReadmeHasAtMostEightLines() {
    String readme = REPOSITORY.text("README.md").orElseThrow();
    String output = readme.split("```text\n", 2)[1].split("```", 2)[0];

    assertThat(output.lines().count()).isBetween(1L, 8L);
  }

  @Test
  void changelogFitsAScreen() {
    assertThat(REPOSITORY.text("CHANGELOG.md").orElseThrow().lines().count()).isLessThan(46);
  }

  @Test
  void eachAnnotationIsInAHeadingOfTheGuide() {
    List<String> headings =
        documents()
            .filter(path -> path.startsWith("docs/guide/"))
            .flatMap(path -> REPOSITORY.text(path).orElseThrow().lines())
            .filter(line -> line.startsWith("#"))
            .toList();

    assertThat(annotations())
        .hasSizeGreaterThan(12)
        .allSatisfy(
            name -> assertThat(headings).anyMatch(line -> line.contains("`@" + name + "`")));
  }

  /** Returns the names of the annotations that users write on tests and types. */
  private static List<String> annotations() {
    return ReflectionSupport.findAllClassesInPackage(
            "dev.tare", Class::isAnnotation, name -> !name.contains(".extension."))
        .stream()
        .filter(DocumentationTests::isPublished)
        .map(Class::getSimpleName)
        .toList();
  }

  private static boolean isPublished(Class<?> type) {
    return !type.isMemberClass()
        && Modifier.isPublic(type.getModifiers())
        && type.getProtectionDomain()
            .getCodeSource()
            .equals(Configuration.class.getProtectionDomain().getCodeSource());
  }

  @Test
  void documentsAreTheReadmeAndTheDocs() {
    assertThat(documents())
        .contains("README.md", "CHANGELOG.md")
        .anyMatch(path -> path.startsWith("docs/guide/"))
        .anyMatch(path -> path.startsWith("docs/internals/"));
  }

  private static Document document(String path) {
    return Document.of(path, REPOSITORY.text(path).orElseThrow(), REPOSITORY::text);
  }

  static Stream<String> documents() {
    return REPOSITORY.documents().stream();
  }
}
