package dev.tare.internal.agent.boot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CallTreeTests {

  /** The root takes one of the 8,192 places. */
  private static final int ROOM = 8_191;

  private final CallTree tree = new CallTree();

  private long calls(int place) {
    return ((long[]) tree.found()[3])[place];
  }

  @Test
  void callsBeyondTheCapacityBelongToTheirCallers() {
    int caller = tree.entered(0, 0, false);
    for (int method = 1; method < ROOM; method++) {
      tree.entered(caller, method, false);
    }
    assertThat(tree.found()[0]).isEqualTo(ROOM + 1);
    assertThat(tree.found()[5]).isEqualTo(0L);

    assertThat(tree.entered(caller, ROOM, false)).isEqualTo(caller);
    assertThat(tree.entered(caller, ROOM, false)).isEqualTo(caller);

    assertThat(tree.found()[5]).isEqualTo(2L);
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
