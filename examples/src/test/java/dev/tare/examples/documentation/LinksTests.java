package dev.tare.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LinksTests {

  private static final Map<String, String> TEXTS =
      Map.of("docs/b.md", "# B\n\n## `part` One, *two*\n", "docs/a.md", "# Self\n");

  @Test
  void linksToFilesSectionsAndOtherPlacesAreAccepted() {
    assertThat(broken("[a](b.md) and [a](b.md#part-one-two), [c](../c), [d](https://d.example/#e)"))
        .isEmpty();
    assertThat(broken("[f](#self)")).isEmpty();
  }

  @Test
  void linkThatLeadsNowhereIsFound() {
    assertThat(broken("[a](b.md) [a](../b.md)"))
        .containsExactly("docs/a.md: the link to ../b.md leads nowhere");
  }

  @Test
  void linkToAMissingSectionIsFound() {
    assertThat(broken("[a](b.md#part) [f](#other)"))
        .containsExactly(
            "docs/a.md: docs/b.md has no section #part",
            "docs/a.md: docs/a.md has no section #other");
  }

  private static List<String> broken(String text) {
    return new Links(
            List.of("docs/a.md", "docs/b.md", "c")::contains,
            path -> Optional.ofNullable(TEXTS.get(path)))
        .broken("docs/a.md", text);
  }
}
