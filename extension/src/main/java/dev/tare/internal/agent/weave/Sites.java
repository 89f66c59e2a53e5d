package dev.tare.internal.agent.weave;

import java.util.ArrayList;
import java.util.List;

/** All sites of one weaving by number; classes are woven on whatever thread loads them. */
public final class Sites {

  private final List<Site> sites = new ArrayList<>(List.of(Site.ELSEWHERE));
  private final int first;

  /**
   * @param first the number of the first one, positive
   */
  public Sites(int first) {
    this.first = first;
  }

  /** Adds new sites with successive numbers, and returns the first number. */
  synchronized int add(List<Site> added) {
    int number = first + sites.size() - 1;
    sites.addAll(added);
    return number;
  }

  /** All of them; before the first stands the one for what has no other. */
  public synchronized List<Site> all() {
    return List.copyOf(sites);
  }
}
