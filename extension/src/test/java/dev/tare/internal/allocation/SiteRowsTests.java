package dev.tare.internal.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.agent.record.Share;
import dev.tare.internal.agent.weave.Layer;
import dev.tare.internal.agent.weave.Site;
import dev.tare.model.Breakdown;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The rows of a breakdown, whatever order the sites came in. */
class SiteRowsTests {

  private static final List<Share> SHARES =
      List.of(
          share("java.lang.Long", "Cart.sum(Cart.java:12)", 24),
          share("java.lang.Object", "Cart.add(Cart.java:9)", 24),
          share("java.lang.Integer", "Cart.sum(Cart.java:12)", 24),
          share("byte[]", "Cart.name(Cart.java:30)", 40));

  @Test
  void areSortedBySizeLineAndTypeInWhateverOrderClassesWereWoven() {
    List<Share> backwards = new ArrayList<>(SHARES);
    Collections.reverse(backwards);

    assertThat(types(SHARES))
        .containsExactly("byte[]", "java.lang.Object", "java.lang.Integer", "java.lang.Long")
        .isEqualTo(types(backwards));
  }

  private static List<String> types(List<Share> shares) {
    return new SiteRows(Layer.APPLICATION)
        .breakdown(shares, 112, Set.of()).rows().stream().map(Breakdown.Row::type).toList();
  }

  private static Share share(String type, String where, long bytes) {
    return new Share(new Site(type, "", true, where), null, type, bytes, 1, 0, "");
  }
}
