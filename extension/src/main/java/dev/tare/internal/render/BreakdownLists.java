package dev.tare.internal.render;

import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.Saving;
import dev.tare.model.Remark;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.List;

/** Lists the largest savings of a breakdown, and the references that hold an object. */
final class BreakdownLists {

  /** Name of the fact with the number of references that a remark stands for. */
  private static final String REFERENCE_COUNT = "references";

  private BreakdownLists() {}

  /**
   * Returns the possible savings, the largest first; if there are several, their sum stands before
   * the first.
   *
   * @param maxLines the maximum number of lines
   */
  static List<String> savings(Breakdown breakdown, int maxLines) {
    List<Saving> savings = breakdown.savings();
    List<String> lines = new ArrayList<>();
    savings.stream().limit(maxLines).forEach(saving -> lines.add(line(saving)));
    if (savings.size() > 1 && !lines.isEmpty()) {
      lines.set(0, sum(breakdown.total(), savings).exact() + " in all, of which " + lines.get(0));
    }
    return lines;
  }

  private static Quantity sum(Quantity kind, List<Saving> savings) {
    return kind.withAmount(savings.stream().mapToDouble(saving -> saving.amount().amount()).sum());
  }

  private static String line(Saving saving) {
    return saving.amount().exact() + ": " + OneLine.of(saving.text());
  }

  /**
   * Returns the references that hold an object, from the root on. The middle of a longer path is
   * omitted.
   *
   * @param maxLines the maximum number of lines, at least 2
   */
  static List<String> path(List<Remark> notes, int maxLines) {
    if (notes.size() <= maxLines) {
      return aligned(notes);
    }
    int endLines = Math.min(2, maxLines - 2);
    int rootLines = maxLines - 1 - endLines;
    List<Remark> end = notes.subList(notes.size() - endLines, notes.size());
    long hidden =
        notes.subList(rootLines, notes.size() - endLines).stream()
            .mapToLong(note -> note.facts().get(REFERENCE_COUNT) instanceof Long count ? count : 1)
            .sum();
    List<Remark> shown = new ArrayList<>(notes.subList(0, rootLines));
    shown.add(Remark.of(Remark.HELD_BY, "... {" + REFERENCE_COUNT + "} more", hidden));
    shown.addAll(end);
    return aligned(shown);
  }

  /** Returns one line for each note, with the types of all references in one column. */
  private static List<String> aligned(List<Remark> notes) {
    int width = notes.stream().mapToInt(note -> reference(note).length()).max().orElse(0);
    return notes.stream()
        .map(
            note -> {
              String reference = reference(note);
              String padding = " ".repeat(width - reference.length());
              return reference.isEmpty()
                  ? note.text()
                  : reference + padding + note.text().substring(reference.length());
            })
        .toList();
  }

  /** Returns the reference at the start of a note's text; empty if it has none. */
  private static String reference(Remark note) {
    return note.facts().get("reference") instanceof String text && note.text().startsWith(text)
        ? text
        : "";
  }
}
