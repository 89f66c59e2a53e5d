package dev.tare.internal.render;

import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.RootHolder;
import dev.tare.model.Breakdown.Saving;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.List;

/** Lists the largest savings and holders of a breakdown, one line each. */
final class BreakdownLists {

  private static final int MOST_SAVINGS = 5;
  private static final int MOST_HOLDERS = 3;

  private BreakdownLists() {}

  /** Returns the possible savings; if there are several, their sum comes first. */
  static List<String> savings(Breakdown breakdown) {
    List<Saving> savings = breakdown.savings();
    if (savings.size() < 2) {
      return savings.stream().map(BreakdownLists::line).toList();
    }
    List<String> lines = new ArrayList<>();
    lines.add(sum(breakdown.total(), savings).both() + " in all");
    List<Saving> shown = savings.subList(0, Math.min(MOST_SAVINGS, savings.size()));
    shown.forEach(saving -> lines.add(line(saving)));
    List<Saving> others = savings.subList(shown.size(), savings.size());
    if (!others.isEmpty()) {
      lines.add(
          "%s: %s more"
              .formatted(
                  sum(breakdown.total(), others).exact(), AmountText.grouped(others.size())));
    }
    return lines;
  }

  private static Quantity sum(Quantity kind, List<Saving> savings) {
    return kind.withAmount(savings.stream().mapToDouble(saving -> saving.amount().amount()).sum());
  }

  private static String line(Saving saving) {
    return saving.amount().exact() + ": " + OneLine.of(saving.text());
  }

  /** Returns the other holders of shared objects. */
  static List<String> holders(Breakdown breakdown) {
    List<RootHolder> holders = breakdown.holders();
    List<String> lines = new ArrayList<>();
    holders.stream().limit(MOST_HOLDERS).forEach(holder -> lines.add(line(holder)));
    int others = holders.size() - MOST_HOLDERS;
    if (others > 0) {
      lines.add(AmountText.grouped(others) + " more");
    }
    return lines;
  }

  private static String line(RootHolder holder) {
    String name = OneLine.of(holder.name());
    if (holder.count() == 0) {
      return name + ": some of the same objects";
    }
    boolean counted = holder.amount().unit().isEmpty();
    String objects =
        AmountText.grouped(holder.count()) + (holder.count() == 1 ? " object" : " objects");
    return name + ": " + (counted ? objects : holder.amount().exact() + " in " + objects);
  }
}
