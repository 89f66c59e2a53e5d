package dev.tare.benchmarks.verdicts;

import dev.tare.model.Verdict.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The verdicts of one question under one load. */
final class Tally {

  private final Question question;
  private final Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
  private final List<Double> seconds = new ArrayList<>();
  private final Map<String, List<Double>> truths = new TreeMap<>();

  Tally(Question question) {
    this.question = question;
  }

  void add(Outcome outcome, double took) {
    outcomes.merge(outcome, 1, Integer::sum);
    seconds.add(took);
  }

  void addTruth(String work, double ratio) {
    truths.computeIfAbsent(work, name -> new ArrayList<>()).add(ratio);
  }

  private int count(Outcome outcome) {
    return outcomes.getOrDefault(outcome, 0);
  }

  /** {@code equal methods 0/12/30}: failed, inconclusive, all. */
  String brief() {
    return "%s %s/%s/%s"
        .formatted(
            question.words,
            count(Outcome.EXCEEDED),
            count(Outcome.INCONCLUSIVE) + count(Outcome.UNMEASURED),
            seconds.size());
  }

  static String header() {
    return String.format(
        Locale.ROOT,
        "%-18s %6s %6s %8s %6s %5s  %-25s %-11s  %6s %6s %6s  %s",
        "true ratio",
        "given",
        "failed",
        "cannot",
        "within",
        "none",
        "failed, 95 % bound",
        "wanted",
        "median",
        "p95",
        "max s",
        "true ratio by itself (lowest to highest JVM)");
  }

  String row() {
    int all = seconds.size();
    if (all == 0) {
      return question.words + ": none given";
    }
    return String.format(
        Locale.ROOT,
        "%-18s %6d %6d %8d %6d %5d  %-25s %-11s  %6.2f %6.2f %6.2f  %s",
        question.words,
        all,
        count(Outcome.EXCEEDED),
        count(Outcome.INCONCLUSIVE),
        count(Outcome.WITHIN),
        count(Outcome.UNMEASURED),
        share(count(Outcome.EXCEEDED), all),
        String.format(
            Locale.ROOT,
            "%s %.1f %%",
            question.failureIsDue() ? "over" : "up to",
            100 * question.wanted),
        quantile(0.5),
        quantile(0.95),
        quantile(1),
        truth());
  }

  private String share(int failed, int all) {
    return question.failureIsDue()
        ? String.format(
            Locale.ROOT,
            "%.2f %% (over %.2f %%)",
            100.0 * failed / all,
            100 * ProportionBound.lower(failed, all))
        : String.format(
            Locale.ROOT,
            "%.2f %% (up to %.2f %%)",
            100.0 * failed / all,
            100 * ProportionBound.upper(failed, all));
  }

  private double quantile(double share) {
    List<Double> sorted = seconds.stream().sorted().toList();
    return sorted.get((int) Math.ceil(share * sorted.size()) - 1);
  }

  private String truth() {
    List<String> words = new ArrayList<>();
    truths.forEach(
        (work, ratios) ->
            words.add(
                String.format(
                    Locale.ROOT,
                    "%s %.3f (%.3f to %.3f)",
                    work,
                    ratios.stream().sorted().toList().get(ratios.size() / 2),
                    Collections.min(ratios),
                    Collections.max(ratios))));
    return String.join(", ", words);
  }
}
