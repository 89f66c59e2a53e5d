package dev.tare.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.testing.WeavesOrWalks;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@WeavesOrWalks
class NodeFiltersTests {

  private final ProfileNode root =
      ObjectGraph.open()
          .profile(new Object[] {new byte[984], new Object[] {new byte[484], new int[6], "x"}});

  private List<String> visited(NodeFilter filter) {
    List<String> names = new ArrayList<>();
    root.traverse(filter.and(NodeFilters.objectsOnly()), node -> names.add(node.pathName()));
    return names;
  }

  @Test
  void allAcceptsEveryNode() {
    List<String> names = new ArrayList<>();
    root.traverse(NodeFilters.all(), node -> names.add(node.name()));

    assertThat(names).hasSize(10).contains("<shell>");
    assertThat(visited(NodeFilters.all())).hasSize(7);
  }

  @Test
  void sizeAtLeastAcceptsLargeNodes() {
    assertThat(visited(NodeFilters.sizeAtLeast(505))).containsExactly("", "[0]", "[1]");
    assertThat(visited(NodeFilters.sizeAtLeast(504))).containsExactly("", "[0]", "[1]", "[1][0]");
    assertThat(visited(NodeFilters.sizeAtLeast(1_000_000))).isEmpty();
  }

  @Test
  void shareOfParentAcceptsLargeChildren() {
    assertThat(visited(NodeFilters.shareOfParentAtLeast(0.5))).containsExactly("", "[0]");
    assertThat(visited(NodeFilters.shareOfParentAtLeast(0.35)))
        .containsExactly("", "[0]", "[1]", "[1][0]");
  }

  @Test
  void shareOfRootAcceptsLargeNodes() {
    assertThat(visited(NodeFilters.shareOfRootAtLeast(0.35))).containsExactly("", "[0]", "[1]");
    assertThat(visited(NodeFilters.shareOfRootAtLeast(1))).containsExactly("");
  }

  @Test
  void pathLengthAtMostAcceptsNearNodes() {
    assertThat(visited(NodeFilters.pathLengthAtMost(0))).containsExactly("");
    assertThat(visited(NodeFilters.pathLengthAtMost(1))).containsExactly("", "[0]", "[1]");
  }

  @Test
  void ofTypeAcceptsSubtypes() {
    assertThat(visited(NodeFilters.ofType(Object[].class, CharSequence.class, Object[].class)))
        .containsExactly("", "[1]", "[1][2]");
    assertThat(visited(NodeFilters.ofType(Object[].class).negate())).isEmpty();
  }

  @Test
  void filtersCanBeCombined() {
    NodeFilter large = NodeFilters.sizeAtLeast(500);
    NodeFilter near = NodeFilters.pathLengthAtMost(1);

    assertThat(visited(large.and(near))).containsExactly("", "[0]", "[1]");
    assertThat(visited(NodeFilters.pathLengthAtMost(0).or(NodeFilters.ofType(byte[].class))))
        .containsExactly("", "[0]");
    assertThat(visited(large.negate().or(near)))
        .containsExactly("", "[0]", "[1]", "[1][2]", "[1][2].value", "[1][1]");
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 1.1, Double.NaN})
  void sharesOutsideZeroToOneAreRefused(double share) {
    assertThatThrownBy(() -> NodeFilters.shareOfParentAtLeast(share))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a share is from 0 to 1, for example 0.05, and not " + share);
    assertThatThrownBy(() -> NodeFilters.shareOfRootAtLeast(share))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void negativePathLengthsAreRefused() {
    assertThatThrownBy(() -> NodeFilters.pathLengthAtMost(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a path length cannot be negative: -1; accepted is for example 3");
  }
}
