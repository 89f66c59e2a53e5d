package dev.tare.found;

import dev.tare.allocation.Depth;
import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.growth.Cost;
import dev.tare.growth.Growth;
import dev.tare.growth.GrowthOrder;
import org.apache.commons.text.StringEscapeUtils;
import org.apache.commons.text.TextStringBuilder;
import org.junit.jupiter.api.Disabled;

/** Escaping and deleting in Apache Commons Text 1.15.0. */
class CommonsTextCases {

  @Disabled("fails on purpose")
  static class Failing {

    private static final String PARAGRAPH = "Nothing here needs to be escaped. ".repeat(30);

    // tag::escape[]
    @MaxAllocatedBytes(value = "10 KB", depth = Depth.LIBRARIES)
    String escapesAParagraph() {
      return StringEscapeUtils.escapeHtml4(PARAGRAPH); // 1,020 characters
    }

    // end::escape[]
    // tag::delete[]
    @Growth(
        sizes = {4_000, 8_000, 16_000, 32_000, 64_000},
        atMost = GrowthOrder.LINEAR,
        of = Cost.TIME)
    String deletesEverySecondCharacter(int n) {
      return new TextStringBuilder("a-".repeat(n / 2)).deleteAll('-').toString();
    }
    // end::delete[]
  }
}
