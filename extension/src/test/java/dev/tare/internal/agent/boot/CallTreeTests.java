package dev.tare.internal.agent.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.testing.WeavesOrWalks;
import org.junit.jupiter.api.Test;

@WeavesOrWalks
class CallTreeTests {

  private CallTree tree = new CallTree(256);

  private int child(int parent, int site) {
    return tree.child(parent, site, null);
  }

  @Test
  void largerTreeHasTheSameNodes() {
    int caller = child(CallTree.ROOT, 2);
    int called = child(caller, 4);
    tree.counts[called] = 7;
    tree.bytes[called] = 80;
    for (int i = 6; !tree.isCrowded(); i += 2) {
      child(caller, i);
    }
    int size = tree.size;
    tree = tree.larger();

    assertThat(tree.isCrowded()).isFalse();
    assertThat(child(child(CallTree.ROOT, 2), 4)).isEqualTo(called);
    assertThat(tree.counts[called]).isEqualTo(7);
    assertThat(tree.bytes[called]).isEqualTo(80);
    assertThat(tree.size).isEqualTo(size);
  }

  @Test
  void sitesBeyondTheCapacityBelongToTheirCallers() {
    int caller = child(CallTree.ROOT, 2);
    for (int site = 4; tree.size < 256; site += 2) {
      child(caller, site);
    }

    assertThat(child(caller, 1000)).isEqualTo(caller);
    assertThat(child(caller, 4)).isNotEqualTo(caller);
  }

  @Test
  void sitesDifferByTheClassOfTheirObjects() {
    int bytes = tree.child(CallTree.ROOT, 2, byte[].class);

    assertThat(tree.child(CallTree.ROOT, 2, int[].class)).isNotEqualTo(bytes);
    assertThat(tree.child(CallTree.ROOT, 2, byte[].class)).isEqualTo(bytes);
  }

  @Test
  void recursiveCallsBelongToTheOutermostNode() {
    int outer = child(CallTree.ROOT, 14);
    int inner = child(outer, 16);

    assertThat(child(inner, 14)).isEqualTo(outer);
    assertThat(child(inner, 14)).isEqualTo(outer);
    assertThat(child(child(inner, 14), 16)).isEqualTo(inner);
  }

  /** Numbers of sites in libraries are odd. */
  @Test
  void recursionOfALibraryEndsAtTheLineOfTheApplication() {
    int outer = child(child(CallTree.ROOT, 2), 15);
    int callback = child(outer, 4);

    assertThat(child(outer, 15)).isEqualTo(outer);
    assertThat(child(callback, 15)).isNotEqualTo(outer);
    assertThat(child(child(callback, 15), 2)).isEqualTo(child(CallTree.ROOT, 2));
  }
}
