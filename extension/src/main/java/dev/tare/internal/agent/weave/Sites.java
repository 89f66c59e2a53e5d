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

  /** Adds a new site, and returns its number. */
  synchronized int add(CodeSite site) {
    sites.add(site);
    return firstNumber + sites.size() - 2;
  }

  /**
   * Returns the site of a number; {@link CodeSite#ELSEWHERE} if the number belongs to another
   * weaving, whose hooks are in methods that still run.
   */
  public synchronized CodeSite get(int number) {
    int index = number - firstNumber + 1;
    return index > 0 && index < sites.size() ? sites.get(index) : CodeSite.ELSEWHERE;
  }

  /** Returns all sites, preceded by {@link CodeSite#ELSEWHERE}. */
  public synchronized List<CodeSite> all() {
    return List.copyOf(sites);
  }
}
