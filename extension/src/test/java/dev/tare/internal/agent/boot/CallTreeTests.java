package dev.tare.internal.agent.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.testing.WeavesOrWalks;
import org.junit.jupiter.api.Test;

@WeavesOrWalks
class CallTreeTests {

  /** The root is one of the 8,192 nodes. */
  private static final int NODES_BELOW_ROOT = 8_191;

  private final CallTree tree = new CallTree();

  private long calls(int node) {
    return ((long[]) tree.totals()[3])[node];
  }

  @Test
  void callsBeyondTheCapacityBelongToTheirCallers() {
    int caller = tree.entered(0, 0, false);
    for (int method = 1; method < NODES_BELOW_ROOT; method++) {
      tree.entered(caller, method, false);
    }
    assertThat(tree.totals()[0]).isEqualTo(NODES_BELOW_ROOT + 1);
    assertThat(tree.totals()[5]).isEqualTo(0L);

    assertThat(tree.entered(caller, NODES_BELOW_ROOT, false)).isEqualTo(caller);
    assertThat(tree.entered(caller, NODES_BELOW_ROOT, false)).isEqualTo(caller);

    assertThat(tree.totals()[5]).isEqualTo(2L);
    assertThat(calls(caller)).isEqualTo(1);
    int known = tree.entered(caller, 1, false);
    assertThat(known).isNotEqualTo(caller);
    assertThat(calls(known)).isEqualTo(2);
  }

  @Test
  void recursiveCallsBelongToTheOutermostNode() {
    int outer = tree.entered(0, 7, false);
    int inner = tree.entered(outer, 8, false);

    assertThat(tree.entered(inner, 7, true)).isEqualTo(outer);
    assertThat(calls(outer)).isEqualTo(2);
  }
}
