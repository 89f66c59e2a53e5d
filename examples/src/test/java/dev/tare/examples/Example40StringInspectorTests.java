package dev.tare.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.heap.NodeFilters;
import dev.tare.heap.NodeVisitor;
import dev.tare.heap.ObjectGraph;
import dev.tare.heap.ProfileNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * A visitor of one's own: which strings of a graph repeat others, and what that costs.
 *
 * <p>The characters of a string hang under the first string that refers to them. A string without
 * children therefore shares its characters with another one.
 */
class Example40StringInspectorTests {

  // tag::inspector[]
  /** Counts the strings of a profile. */
  static final class StringInspector implements NodeVisitor {

    private final Set<String> texts = new HashSet<>();
    private int strings;
    private int sharing;
    private int duplicates;
    private long wasted;

    @Override
    public void preVisit(ProfileNode node) {
      if (node.isShell() || !(node.object() instanceof String text)) {
        return;
      }
      strings++;
      boolean isNew = texts.add(text);
      if (node.children().isEmpty()) {
        sharing++;
      } else if (!isNew) {
        duplicates++;
      }
      if (!isNew) {
        wasted += node.size();
      }
    }

    @Override
    public String toString() {
      return "%d strings: %d share their characters, %d repeat those of others; %d B wasted"
          .formatted(strings, sharing, duplicates, wasted);
    }
  }

  // end::inspector[]

  private static String inspect(Object value) {
    StringInspector inspector = new StringInspector();
    ObjectGraph.open().profile(value).traverse(NodeFilters.all(), inspector);
    return inspector.toString();
  }

  // tag::found[]
  @Test
  void copiesShareTheirCharacters() {
    String zone = "Europe/".concat("Paris");

    assertThat(inspect(List.of(zone, new String(zone))))
        .isEqualTo("2 strings: 1 share their characters, 0 repeat those of others; 24 B wasted");
  }

  @Test
  void stringsThatAreReadTwiceRepeatTheirCharacters() {
    List<String> zones = List.of("Europe/".concat("Paris"), "Europe/".concat("Paris"));

    assertThat(inspect(zones))
        .isEqualTo("2 strings: 0 share their characters, 1 repeat those of others; 56 B wasted");
  }

  @Test
  void internedStringsWasteNothing() {
    List<String> zones =
        List.of("Europe/".concat("Paris").intern(), "Europe/".concat("Paris").intern());

    assertThat(inspect(zones))
        .isEqualTo("1 strings: 0 share their characters, 0 repeat those of others; 0 B wasted");
  }

  // end::found[]
}
