package dev.tare.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LinksTests {

  @Test
  void acceptsLinksToFilesAndToOtherPlaces() {
    assertThat(broken("[a](b.md) and [a](b.md#part), [c](../c), [d](https://d.example/e), [f](#g)"))
        .isEmpty();
  }

  @Test
  void findsALinkThatLeadsNowhere() {
    assertThat(broken("[a](b.md) [a](../b.md)"))
        .containsExactly("docs/a.md: the link to ../b.md leads nowhere");
  }

  private static List<String> broken(String text) {
    return Links.broken("docs/a.md", text, List.of("docs/b.md", "c")::contains);
  }
}
