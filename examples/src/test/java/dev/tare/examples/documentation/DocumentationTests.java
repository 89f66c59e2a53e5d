package dev.tare.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The documentation shows code that compiles and output that was printed. */
class DocumentationTests {

  private static final Repository REPOSITORY = Repository.here();

  @ParameterizedTest
  @MethodSource("documents")
  void showsWhatTheFilesHold(String path) {
    if (Repository.WRITE) {
      REPOSITORY.write(path, document(path).corrected());
    }

    assertThat(document(path).problems()).isEmpty();
  }

  @Test
  void looksAtTheReadmeAndTheDocs() {
    assertThat(documents()).contains("README.md").anyMatch(path -> path.startsWith("docs/"));
  }

  private static Document document(String path) {
    return Document.of(path, REPOSITORY.text(path).orElseThrow(), REPOSITORY::text);
  }

  static Stream<String> documents() {
    return REPOSITORY.documents().stream();
  }
}
