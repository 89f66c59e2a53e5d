package dev.tare.internal.agent.weave;

import java.util.ArrayList;
import java.util.List;

/**
 * All sites of one weaving by number. It is synchronized because a class is woven on the thread
 * that loads it.
 */
public final class Sites {

  private final List<CodeSite> sites = new ArrayList<>(List.of(CodeSite.ELSEWHERE));
  private final int first;

  /**
   * @param first the number of the first site, positive
   */
  public Sites(int first) {
    this.first = first;
  }

  /** Adds new sites with successive numbers, and returns the first number. */
  synchronized int add(List<CodeSite> added) {
    int number = first + sites.size() - 1;
    sites.addAll(added);
    return number;
  }

  /** Returns all sites, preceded by {@link CodeSite#ELSEWHERE}. */
  public synchronized List<CodeSite> all() {
    return List.copyOf(sites);
  }
}
