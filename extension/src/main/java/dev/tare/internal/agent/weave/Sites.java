package dev.tare.internal.agent.weave;

import java.util.ArrayList;
import java.util.List;

/**
 * The sites of one weaving, by number. Synchronized, because a class is woven on the thread that
 * loads it.
 */
public final class Sites {

  private final List<CodeSite> sites = new ArrayList<>(List.of(CodeSite.ELSEWHERE));
  private final int firstNumber;

  /**
   * @param firstNumber the number of the first site, positive
   */
  public Sites(int firstNumber) {
    this.firstNumber = firstNumber;
  }

  /** Adds new sites with successive numbers, and returns the first number. */
  synchronized int add(List<CodeSite> added) {
    int number = firstNumber + sites.size() - 1;
    sites.addAll(added);
    return number;
  }

  /** Returns all sites, preceded by {@link CodeSite#ELSEWHERE}. */
  public synchronized List<CodeSite> all() {
    return List.copyOf(sites);
  }
}
