package dev.tare.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.extension.Configuration;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.commons.support.HierarchyTraversalMode;
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

    assertThat(keys())
        .isNotEmpty()
        .allSatisfy(key -> assertThat(page).contains("\n| `" + key + "` | "));
  }

  @Test
  void readmeFitsItsPage() {
    assertThat(REPOSITORY.text("README.md").orElseThrow().lines().count()).isLessThanOrEqualTo(160);
  }

  @Test
  void documentsAreTheReadmeAndTheDocs() {
    assertThat(documents())
        .contains("README.md", "CHANGELOG.md")
        .anyMatch(path -> path.startsWith("docs/guide/"))
        .anyMatch(path -> path.startsWith("docs/internals/"));
  }

  private static List<String> keys() {
    return ReflectionSupport.findFields(
            Configuration.class,
            field -> Modifier.isPublic(field.getModifiers()) && field.getType() == String.class,
            HierarchyTraversalMode.TOP_DOWN)
        .stream()
        .map(
            field ->
                (String)
                    ReflectionSupport.tryToReadFieldValue(field, null).toOptional().orElseThrow())
        .toList();
  }

  private static Document document(String path) {
    return Document.of(path, REPOSITORY.text(path).orElseThrow(), REPOSITORY::text);
  }

  static Stream<String> documents() {
    return REPOSITORY.documents().stream();
  }
}
