package dev.tare.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Checks on small documents that the check of the documentation can fail. */
class DocumentTests {

  private static final String SNIPPET = "<!-- snippet: examples/src/test/java/A.java#call -->";

  private static final Map<String, String> FILES =
      Map.of(
          "examples/src/test/java/A.java",
          """
          class A {
            // tag::call[]
            void call() {
              // tag::inner[]
              run();
              // end::inner[]
            }

            // end::call[]
            // tag::endless[]
          }
          """,
          "examples/starter/java/pom.xml",
          """
          <project>
            <dependencies>
              <dependency>
                <artifactId>tare</artifactId>
              </dependency>
            </dependencies>
            <endless>
          </project>
          """,
          "examples/starter/kotlin/A.kt",
          "class A\n",
          "golden.txt",
          "Allocated 3 B\n");

  @Test
  void regionWithoutItsIndentationAndTagsIsAccepted() {
    assertThat(problems("Text.", SNIPPET, "```java", "void call() {", "  run();", "}", "```"))
        .isEmpty();
  }

  @Test
  void snippetThatDiffersIsFound() {
    assertThat(problems(SNIPPET, "```java", "void call() {", "  walk();", "}", "```"))
        .containsExactly(
            "some.md:2: line 2 of the block shows «  walk();», the file has «  run();»;"
                + " -Dbuild.golden=write copies it");
  }

  @Test
  void snippetThatIsTooShortIsFound() {
    assertThat(problems(SNIPPET, "```java", "void call() {", "```"))
        .singleElement()
        .asString()
        .contains("line 2 of the block shows «nothing»");
  }

  @Test
  void snippetThatIsTooLongIsFound() {
    assertThat(problems(SNIPPET, "```java", "void call() {", "  run();", "}", "}", "```"))
        .singleElement()
        .asString()
        .contains("the file has «nothing»");
  }

  @Test
  void javaWithoutAMarkerIsFound() {
    assertThat(problems("```java", "run();", "```"))
        .singleElement()
        .asString()
        .startsWith("some.md:1: a java block needs <!-- snippet:");
  }

  @Test
  void markerThatIsNotOnTheLineBeforeIsFound() {
    assertThat(problems(SNIPPET, "", "```java", "void call() {", "  run();", "}", "```"))
        .hasSize(2)
        .anyMatch(problem -> problem.equals("some.md:1: no block below this comment"))
        .anyMatch(problem -> problem.startsWith("some.md:3: a java block needs"));
  }

  @Test
  void javaFromOutsideTheExamplesIsFound() {
    assertThat(problems("<!-- snippet: extension/src/A.java#call -->", "```java", "```"))
        .singleElement()
        .asString()
        .contains("a java block needs <!-- snippet: examples/src/");
  }

  @Test
  void missingFileAndMissingRegionAreFound() {
    assertThat(problems("<!-- snippet: examples/src/B.java#call -->", "```java", "```"))
        .containsExactly("some.md:2: no file examples/src/B.java");
    assertThat(problems(SNIPPET.replace("call", "other"), "```java", "```"))
        .containsExactly("some.md:2: no such region: other");
    assertThat(problems(SNIPPET.replace("call", "endless"), "```java", "```"))
        .containsExactly("some.md:2: the region never ends: endless");
  }

  @Test
  void elementOfTheStarterIsCompared() {
    String marker = "<!-- snippet: examples/starter/java/pom.xml#tare -->";

    assertThat(
            problems(
                marker,
                "```xml",
                "<dependency>",
                "  <artifactId>tare</artifactId>",
                "</dependency>",
                "```"))
        .isEmpty();
    assertThat(problems(marker, "```xml", "<dependency>", "</dependency>", "```"))
        .singleElement()
        .asString()
        .contains("line 2 of the block shows «</dependency>»");
    assertThat(problems(marker.replace("tare", "dependencies"), "```xml", "<dependency>", "```"))
        .singleElement()
        .asString()
        .contains("the file has «<dependencies>»");
    assertThat(problems(marker.replace("tare", "endless"), "```xml", "```"))
        .containsExactly("some.md:2: no such element: endless");
    assertThat(problems(marker.replace("tare", "other"), "```xml", "```"))
        .containsExactly("some.md:2: no such element: other");
  }

  @Test
  void fileOfTheStarterIsCompared() {
    String marker = "<!-- snippet: examples/starter/kotlin/A.kt -->";

    assertThat(problems(marker, "```kotlin", "class A", "```")).isEmpty();
    assertThat(problems(marker, "```kotlin", "class B", "```"))
        .singleElement()
        .asString()
        .contains("the file has «class A»");
    assertThat(problems(marker, "```xml", "class A", "```"))
        .containsExactly(
            "some.md:2: the marker of this block must be"
                + " <!-- snippet: examples/starter/…/file#element -->");
  }

  @Test
  void outputIsComparedWithItsGoldenFile() {
    assertThat(problems("<!-- output: golden.txt -->", "```text", "Allocated 3 B", "```"))
        .isEmpty();
    assertThat(problems("<!-- output: golden.txt -->", "```text", "Allocated 4 B", "```"))
        .singleElement()
        .asString()
        .contains("«Allocated 3 B»");
    assertThat(problems("```text", "Allocated 3 B", "```"))
        .singleElement()
        .asString()
        .contains("a text block needs <!-- output:");
  }

  @Test
  void buildFilesAreIgnored() {
    assertThat(problems("```xml", "<a/>", "```", "~~~sh", "mvn verify", "~~~")).isEmpty();
  }

  @Test
  void unknownLanguageIsFound() {
    assertThat(problems("```", "int i;", "```"))
        .singleElement()
        .asString()
        .contains("unknown language ''");
    assertThat(problems("```Java", "int i;", "```"))
        .singleElement()
        .asString()
        .contains("unknown language 'Java'");
  }

  @Test
  void blockThatNeverEndsIsFound() {
    assertThat(problems("```xml", "<a/>")).containsExactly("some.md:1: a block that never ends");
  }

  @Test
  void contentOfTheFilesIsCopied() {
    Document wrong =
        document("Before.", SNIPPET, "```java", "walk();", "```", "Between.", "```sh", "ls", "```");

    assertThat(wrong.corrected().lines())
        .containsExactly(
            "Before.",
            SNIPPET,
            "```java",
            "void call() {",
            "  run();",
            "}",
            "```",
            "Between.",
            "```sh",
            "ls",
            "```");
  }

  @Test
  void regionsOfOneNameAreJoined() {
    assertThat(TaggedRegion.of("// tag::a[]\na\n// end::a[]\nb\n// tag::a[]\nc\n// end::a[]", "a"))
        .containsExactly("a", "c");
  }

  private static List<String> problems(String... lines) {
    return document(lines).problems();
  }

  private static Document document(String... lines) {
    return Document.of(
        "some.md", String.join("\n", lines), path -> Optional.ofNullable(FILES.get(path)));
  }
}
