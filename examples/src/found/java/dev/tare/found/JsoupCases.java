package dev.tare.found;

import dev.tare.allocation.Depth;
import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.growth.Cost;
import dev.tare.growth.Growth;
import dev.tare.growth.GrowthOrder;
import java.util.HashMap;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Disabled;

/** Texts and selectors of jsoup 1.21.2. */
class JsoupCases {

  @Disabled("fails on purpose")
  static class Failing {

    private final Map<Integer, Document> lists = new HashMap<>();

    private static final Document TEXT = Jsoup.parse("<p>" + "word ".repeat(2_000) + "</p>");

    // tag::text[]
    @MaxAllocatedBytes(value = "15 KB", depth = Depth.LIBRARIES)
    String textOfAnElement() {
      return TEXT.body().text(); // 10,000 characters
    }

    // end::text[]
    // tag::rows[]
    @Growth(
        sizes = {2_000, 4_000, 8_000, 16_000},
        atMost = GrowthOrder.LINEAR,
        of = Cost.TIME)
    int everyThirdRow(int n) {
      return lists.computeIfAbsent(n, Failing::list).select("li:nth-of-type(3n)").size();
    }

    // end::rows[]
    private static Document list(int n) {
      return Jsoup.parse("<ul>" + "<li>row</li>".repeat(n) + "</ul>");
    }
  }
}
