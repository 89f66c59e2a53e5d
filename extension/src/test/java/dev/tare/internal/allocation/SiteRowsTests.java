package dev.tare.internal.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tare.internal.agent.UnsteadyBytes;
import dev.tare.internal.agent.record.CallTreeNode;
import dev.tare.internal.agent.weave.ClassSelection.ClassOrigin;
import dev.tare.internal.agent.weave.CodeSite;
import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.CallNode;
import dev.tare.testing.WeavesOrWalks;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The rows of a breakdown do not depend on the order of the sites. */
@WeavesOrWalks
class SiteRowsTests {

  private static final List<CallTreeNode> SHARES =
      List.of(
          share("java.lang.Long", "Cart.sum(Cart.java:12)", 24),
          share("java.lang.Object", "Cart.add(Cart.java:9)", 24),
          share("java.lang.Integer", "Cart.sum(Cart.java:12)", 24),
          share("byte[]", "Cart.name(Cart.java:30)", 40));

  @Test
  void rowsAreSortedBySizeLineAndType() {
    List<CallTreeNode> backwards = new ArrayList<>(SHARES);
    Collections.reverse(backwards);

    assertThat(types(SHARES))
        .containsExactly("byte[]", "java.lang.Object", "java.lang.Integer", "java.lang.Long")
        .isEqualTo(types(backwards));
  }

  @Test
  void bytesOfOtherThreadsDifferFromRunToRun() {
    CodeSite site = new CodeSite("byte[]", "", true, "Cart.name(Cart.java:30)");
    List<CallTreeNode> shares =
        List.of(
            share("long[]", "Cart.sum(Cart.java:12)", 24),
            new CallTreeNode(0, site, null, "byte[]", 1, 0, 16, 1, 1, "Thread-12"));

    assertThat(
            new SiteRows(ClassOrigin.APPLICATION).breakdown(shares, List.of(), 40, Set.of()).rows())
        .extracting(Breakdown.Row::unsteady)
        .containsExactly("", UnsteadyBytes.THREADS);
    assertThat(SiteRows.ofObjects(shares))
        .extracting(Breakdown.Row::unsteady)
        .containsExactly("", UnsteadyBytes.THREADS);
  }

  @Test
  void objectsOfOneClassAndLineAreOneRow() {
    CallTreeNode share = SHARES.get(0);

    assertThat(SiteRows.ofObjects(List.of(share, SHARES.get(1), share)))
        .extracting(Breakdown.Row::type, Breakdown.Row::count)
        .containsExactly(tuple("java.lang.Long", 2L), tuple("java.lang.Object", 1L));
  }

  @Test
  void firstNodeOfTheTreeHasAllCalls() {
    CodeSite line = new CodeSite("byte[]", "", true, "Cart.name(Cart.java:30)");
    List<CallTreeNode> calls =
        List.of(
            new CallTreeNode(CallNode.NO_CALLER, CodeSite.ELSEWHERE, null, "", 0, 0, 0, 0, 0, ""),
            new CallTreeNode(0, line, null, "byte[]", 1, 0, 40, 1, 0, ""));

    assertThat(
            new SiteRows(ClassOrigin.APPLICATION).breakdown(SHARES, calls, 112, Set.of()).calls())
        .extracting(CallNode::method, call -> call.amount().exact())
        .containsExactly(
            tuple("all calls", "72 B"), tuple("byte[] at Cart.name(Cart.java:30)", "40 B"));
  }

  private static List<String> types(List<CallTreeNode> shares) {
    return new SiteRows(ClassOrigin.APPLICATION)
        .breakdown(shares, List.of(), 112, Set.of()).rows().stream()
            .map(Breakdown.Row::type)
            .toList();
  }

  private static CallTreeNode share(String type, String where, long bytes) {
    return new CallTreeNode(
        0, new CodeSite(type, "", true, where), null, type, 1, 0, bytes, 1, 0, "");
  }
}
