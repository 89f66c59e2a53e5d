package dev.tare.internal.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.agent.record.CallTreeNode;
import dev.tare.internal.agent.weave.ClassSelection.ClassOrigin;
import dev.tare.internal.agent.weave.CodeSite;
import dev.tare.testing.WeavesOrWalks;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

@WeavesOrWalks
class ObjectTallyTests {

  @Test
  void callThatAllocatedEnoughCreatedAnObject() {
    ObjectTally tally =
        new ObjectTally(
            List.of(share(true, 1, 0), share(false, 2, 2), share(false, 0, 0)),
            ClassOrigin.APPLICATION,
            Set.of());

    assertThat(tally.fewest(share -> true)).extracting(CallTreeNode::count).containsExactly(1L, 2L);
    assertThat(tally.most(share -> true, share -> true)).isEqualTo(3);
  }

  private static CallTreeNode share(boolean createsObjects, long count, long mostObjects) {
    CodeSite site = new CodeSite("com.acme.Order", "", createsObjects, "Shop.order(Shop.java:7)");
    return new CallTreeNode(0, site, null, site.name(), count, 0, 16 * count, mostObjects, 0, "");
  }
}
