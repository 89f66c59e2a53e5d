package dev.tare.internal.agent.weave;

import java.util.ArrayList;
import java.util.List;

/**
 * The sites of one weaving, by number. The number of a library's site is odd. Synchronized, because
 * a class is woven on the thread that loads it.
 */
public final class Sites {

  private final List<CodeSite> sites = new ArrayList<>();
  private final int first;

  /**
   * @param first the position of the first site among those of all weavings, positive
   */
  public Sites(int first) {
    this.first = first;
  }

  /** Adds a new site, and returns its number. */
  synchronized int add(CodeSite site, boolean library) {
    sites.add(site);
    return (first + sites.size() - 1) * 2 + (library ? 1 : 0);
  }

  /**
   * Returns the site of a number; {@link CodeSite#ELSEWHERE} if the number belongs to another
   * weaving, whose hooks are in methods that still run.
   */
  public synchronized CodeSite get(int number) {
    int index = number / 2 - first;
    return index >= 0 && index < sites.size() ? sites.get(index) : CodeSite.ELSEWHERE;
  }

  /** Returns whether a site is one of a library or the JDK. */
  public static boolean isOfLibrary(int number) {
    return (number & 1) != 0;
  }

  /** Returns the number of sites. */
  public synchronized int size() {
    return sites.size();
  }
}
