package dev.tare.benchmarks.accounts;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The verdicts about one kind of body. */
final class AccountTally {

  private final Map<String, Integer> outcomes = new TreeMap<>();
  private final Map<String, List<Double>> seconds = new TreeMap<>();
  private int wrongPasses;
  private int wrongFailures;

  /** Adds a verdict; returns what is wrong with it, nothing if it is right. */
  String add(String outcome, double took, boolean passIsWrong, boolean failureIsWrong) {
    outcomes.merge(outcome, 1, Integer::sum);
    seconds.computeIfAbsent(outcome, name -> new ArrayList<>()).add(took);
    switch (outcome) {
      case "within" -> {
        wrongPasses += passIsWrong ? 1 : 0;
        return passIsWrong ? "wrong pass" : "";
      }
      case "exceeded" -> {
        wrongFailures += failureIsWrong ? 1 : 0;
        return failureIsWrong ? "wrong failure" : "";
      }
      case "inconclusive", "unmeasured" -> {
        return "";
      }
      default -> {
        return "no verdict";
      }
    }
  }

  static AccountTally sum(Collection<AccountTally> tallies) {
    AccountTally sum = new AccountTally();
    for (AccountTally tally : tallies) {
      tally.outcomes.forEach(
          (outcome, number) -> sum.outcomes.merge(outcome, number, Integer::sum));
      tally.seconds.forEach(
          (outcome, all) ->
              sum.seconds.computeIfAbsent(outcome, name -> new ArrayList<>()).addAll(all));
      sum.wrongPasses += tally.wrongPasses;
      sum.wrongFailures += tally.wrongFailures;
    }
    return sum;
  }

  static String header() {
    return String.format(
        Locale.ROOT,
        "%-42s %8s %6s %8s %12s %10s %5s %12s %14s  %s",
        "kind of body",
        "verdicts",
        "within",
        "exceeded",
        "inconclusive",
        "unmeasured",
        "none",
        "wrong passes",
        "wrong failures",
        "seconds within | exceeded: median, p95");
  }

  String row(String kind) {
    int all = outcomes.values().stream().mapToInt(Integer::intValue).sum();
    int told = 0;
    for (String outcome : List.of("within", "exceeded", "inconclusive", "unmeasured")) {
      told += outcomes.getOrDefault(outcome, 0);
    }
    return String.format(
        Locale.ROOT,
        "%-42s %8d %6d %8d %12d %10d %5d %12d %14d  %s | %s",
        kind,
        all,
        outcomes.getOrDefault("within", 0),
        outcomes.getOrDefault("exceeded", 0),
        outcomes.getOrDefault("inconclusive", 0),
        outcomes.getOrDefault("unmeasured", 0),
        all - told,
        wrongPasses,
        wrongFailures,
        cost("within"),
        cost("exceeded"));
  }

  private String cost(String outcome) {
    List<Double> sorted = seconds.getOrDefault(outcome, List.of()).stream().sorted().toList();
    return sorted.isEmpty()
        ? "-"
        : String.format(Locale.ROOT, "%.2f, %.2f", quantile(sorted, 0.5), quantile(sorted, 0.95));
  }

  private static double quantile(List<Double> sorted, double share) {
    return sorted.get((int) Math.ceil(share * sorted.size()) - 1);
  }
}
